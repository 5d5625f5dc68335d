"""The library: predicates about lists and calls, written in Prolog, as in SWI-Prolog."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mio.language.program import Program, Signature
from mio.language.reader import read
from mio.language.terms import Term, arguments, signature

LIBRARY = Program.read(
    read(
        """
        append([], L, L).
        append([H|T], L, [H|R]) :- append(T, L, R).
        append(Ls, L) :- '$appended'(Ls, L).
        '$appended'([], []).
        '$appended'([L|Ls], R) :- append(L, T, R), '$appended'(Ls, T).
        member(X, [X|_]).
        member(X, [_|T]) :- member(X, T).
        memberchk(X, L) :- member(X, L), !.
        reverse(L, R) :- '$reverse'(L, [], R).
        '$reverse'([], R, R).
        '$reverse'([H|T], A, R) :- '$reverse'(T, [H|A], R).
        last([X], X).
        last([_|T], X) :- last(T, X).
        nextto(X, Y, [X,Y|_]).
        nextto(X, Y, [_|T]) :- nextto(X, Y, T).
        nth0(N, L, X) :- '$nth'(L, 0, N, X).
        nth1(N, L, X) :- '$nth'(L, 1, N, X).
        '$nth'([X|_], N, N, X).
        '$nth'([_|T], I, N, X) :- J is I + 1, '$nth'(T, J, N, X).
        nth0(N, L, X, R) :- '$nth'(L, 0, N, X, R).
        nth1(N, L, X, R) :- '$nth'(L, 1, N, X, R).
        '$nth'([X|T], N, N, X, T).
        '$nth'([H|T], I, N, X, [H|R]) :- J is I + 1, '$nth'(T, J, N, X, R).
        select(X, [X|T], T).
        select(X, [H|T], [H|R]) :- select(X, T, R).
        selectchk(X, L, R) :- select(X, L, R), !.
        select(X, Xs, Y, Ys) :- '$select'(Xs, X, Y, Ys).
        '$select'([X|T], X, Y, [Y|T]).
        '$select'([H|T], X, Y, [H|R]) :- '$select'(T, X, Y, R).
        exclude(_, [], []).
        exclude(G, [X|T], R) :- call(G, X), !, exclude(G, T, R).
        exclude(G, [X|T], [X|R]) :- exclude(G, T, R).
        include(_, [], []).
        include(G, [X|T], [X|R]) :- call(G, X), !, include(G, T, R).
        include(G, [_|T], R) :- include(G, T, R).
        partition(_, [], [], []).
        partition(G, [X|T], [X|I], E) :- call(G, X), !, partition(G, T, I, E).
        partition(G, [X|T], I, [X|E]) :- partition(G, T, I, E).
        maplist(_, []).
        maplist(G, [A|As]) :- call(G, A), maplist(G, As).
        maplist(_, [], []).
        maplist(G, [A|As], [B|Bs]) :- call(G, A, B), maplist(G, As, Bs).
        maplist(_, [], [], []).
        maplist(G, [A|As], [B|Bs], [C|Cs]) :- call(G, A, B, C), maplist(G, As, Bs, Cs).
        maplist(_, [], [], [], []).
        maplist(G, [A|As], [B|Bs], [C|Cs], [D|Ds]) :-
            call(G, A, B, C, D), maplist(G, As, Bs, Cs, Ds).
        foldl(G, L, V, W) :- '$foldl'(L, G, V, W).
        '$foldl'([], _, V, V).
        '$foldl'([A|As], G, V, X) :- call(G, A, V, W), '$foldl'(As, G, W, X).
        foldl(G, L, M, V, W) :- '$foldl'(L, M, G, V, W).
        '$foldl'([], [], _, V, V).
        '$foldl'([A|As], [B|Bs], G, V, X) :- call(G, A, B, V, W), '$foldl'(As, Bs, G, W, X).
        delete([], _, []).
        delete([X|T], Y, [X|R]) :- X \\= Y, !, delete(T, Y, R).
        delete([_|T], Y, R) :- delete(T, Y, R).
        subtract([], _, []).
        subtract([X|T], L, R) :- memberchk(X, L), !, subtract(T, L, R).
        subtract([X|T], L, [X|R]) :- subtract(T, L, R).
        intersection([], _, []).
        intersection([X|T], L, [X|R]) :- memberchk(X, L), !, intersection(T, L, R).
        intersection([_|T], L, R) :- intersection(T, L, R).
        union([], L, L).
        union([X|T], L, R) :- memberchk(X, L), !, union(T, L, R).
        union([X|T], L, [X|R]) :- union(T, L, R).
        subset([], _).
        subset([X|T], L) :- memberchk(X, L), subset(T, L).
        permutation([], []).
        permutation(L, [X|R]) :- select(X, L, M), permutation(M, R).
        sumlist(L, S) :- sum_list(L, S).
        sum_list(L, S) :- '$sum'(L, 0, S).
        '$sum'([], S, S).
        '$sum'([X|T], A, S) :- B is A + X, '$sum'(T, B, S).
        max_list([X|T], M) :- '$max'(T, X, M).
        '$max'([], M, M).
        '$max'([X|T], A, M) :- B is max(A, X), '$max'(T, B, M).
        min_list([X|T], M) :- '$min'(T, X, M).
        '$min'([], M, M).
        '$min'([X|T], A, M) :- B is min(A, X), '$min'(T, B, M).
        max_member(M, L) :- '$last_of'(L, M).
        '$last_of'(L, M) :- msort(L, S), last(S, N), !, M = N.
        min_member(M, L) :- msort(L, [N|_]), M = N.
        pairs_keys_values([], [], []).
        pairs_keys_values([K-V|T], [K|Ks], [V|Vs]) :- pairs_keys_values(T, Ks, Vs).
        pairs_keys([], []).
        pairs_keys([K-_|T], [K|Ks]) :- pairs_keys(T, Ks).
        pairs_values([], []).
        pairs_values([_-V|T], [V|Vs]) :- pairs_values(T, Vs).
        flatten(L, F) :- '$flatten'(L, [], R), !, F = R.
        '$flatten'(X, T, [X|T]) :- var(X), !.
        '$flatten'([], T, T) :- !.
        '$flatten'([X|L], T, F) :- !, '$flatten'(L, T, R), '$flatten'(X, R, F).
        '$flatten'(X, T, [X|T]).
        list_to_ord_set(L, S) :- sort(L, S).
        ord_memberchk(X, L) :- memberchk(X, L).
        ord_subset(A, B) :- subset(A, B).
        ord_subtract(A, B, C) :- subtract(A, B, C).
        ord_union(A, B, C) :- append(A, B, L), sort(L, C).
        ord_intersection(A, B, C) :- intersection(A, B, C).
        succ(X, Y) :- integer(X), !, X >= 0, Y is X + 1.
        succ(X, Y) :- var(X), Y > 0, X is Y - 1.
        plus(X, Y, Z) :- var(X), !, X is Z - Y.
        plus(X, Y, Z) :- var(Y), !, Y is Z - X.
        plus(X, Y, Z) :- Z is X + Y.
        ignore(G) :- call(G), !.
        ignore(_).
        aggregate_all(count, G, N) :- !, findall(x, G, L), length(L, N).
        aggregate_all(bag(X), G, L) :- !, findall(X, G, L).
        aggregate_all(set(X), G, S) :- !, findall(X, G, L), sort(L, S).
        aggregate_all(sum(X), G, S) :- !, findall(X, G, L), sum_list(L, S).
        aggregate_all(max(X, W), G, max(M, V)) :- !, findall(X-W, G, [P|L]), '$most'(L, P, M-V).
        aggregate_all(min(X, W), G, min(M, V)) :- !, findall(X-W, G, [P|L]), '$least'(L, P, M-V).
        aggregate_all(max(X), G, M) :- !, findall(X, G, L), max_list(L, M).
        aggregate_all(min(X), G, M) :- !, findall(X, G, L), min_list(L, M).
        '$most'([], P, P).
        '$most'([X-_|T], Y-W, P) :- X =< Y, !, '$most'(T, Y-W, P).
        '$most'([P|T], _, R) :- '$most'(T, P, R).
        '$least'([], P, P).
        '$least'([X-_|T], Y-W, P) :- X >= Y, !, '$least'(T, Y-W, P).
        '$least'([P|T], _, R) :- '$least'(T, P, R).
        """,
        "library",
    )
)

#: The arguments of a predicate that are called, each with the number of arguments added.
_CALLED: dict[Signature, dict[int, int]] = {
    **{(name, 2): {0: 0, 1: 0} for name in (",", ";", "->", "forall")},
    **{(name, 1): {0: 0} for name in ("\\+", "not", "once", "ignore")},
    **{(name, 3): {1: 0} for name in ("findall", "bagof", "setof", "aggregate_all")},
    ("findall", 4): {1: 0},
    ("^", 2): {1: 0},
    **{("call", size): {0: size - 1} for size in range(1, 9)},
    **{("maplist", size): {0: size - 1} for size in range(2, 6)},
    **{("foldl", size): {0: size - 1} for size in (4, 5)},
    **{(name, 3): {0: 1} for name in ("include", "exclude")},
    ("partition", 4): {0: 1},
}


def called(goals: Iterable[Term]) -> Iterator[Signature]:
    """Yield the predicates that goals call, those of calls inside of them included."""
    waiting = [(goal, 0) for goal in goals]
    while waiting:
        goal, more = waiting.pop()
        about = signature(goal)
        if about is None:
            continue
        about = (about[0], about[1] + more)
        yield about
        args = arguments(goal)
        waiting += [
            (args[place], added)
            for place, added in _CALLED.get(about, {}).items()
            if place < len(args)
        ]
