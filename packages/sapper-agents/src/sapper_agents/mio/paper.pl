safe(A,B) :- zoneOfInterest(A,B,C), setHasXMines(D,B,C,E), inSet(A,E), minesInSet(E,0).
safe(A,B) :- zoneOfInterest(A,B,C), setHasXMines(D,B,C,E), setHasXMines(F,B,C,G), diffSetHasXMines(G,E,H), inSet(A,H), minesInSet(H,0).
safe(A,B) :- zoneOfInterest(A,B,C), setHasXMines(D,B,C,E), setHasXMines(F,B,C,G), setHasXMines(H,B,C,I), diffSetHasXMines(G,E,J), diffSetHasXMines(I,J,K), inSet(A,K), minesInSet(K,0).
mine(A,B) :- zoneOfInterest(A,B,C), setHasXMines(D,B,C,E), inSet(A,E), minesInSet(E,F), lengthSet(E,F).
