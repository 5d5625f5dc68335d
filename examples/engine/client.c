// Requests a move from sapper. Usage: cc client.c -o client && ./client [COMMAND ARGUMENT...]
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int count, char **words) {
  char *usual[] = {"sapper", "engine", NULL};
  char **command = count > 1 ? words + 1 : usual;
  int to[2], from[2];
  if (pipe(to) || pipe(from)) return 1;
  if (fork() == 0) {
    dup2(to[0], 0), dup2(from[1], 1);
    close(to[0]), close(to[1]), close(from[0]), close(from[1]);
    execvp(command[0], command);
    _exit(127);
  }
  close(to[0]), close(from[1]);
  FILE *requests = fdopen(to[1], "w"), *answers = fdopen(from[0], "r");
  fprintf(requests, "{\"id\": 1, \"request\": \"move\", \"player\": \"swift\","
                    " \"position\": \"4x3x2\\nHHHH\\n1221\\n0000\"}\n");
  fflush(requests);
  static char line[1 << 20];
  if (!fgets(line, sizeof line, answers)) return 1;
  int row, column;
  char *cell = strstr(line, "\"cell\": [");
  if (!cell || sscanf(cell, "\"cell\": [%d, %d]", &row, &column) != 2) return fputs(line, stderr), 1;
  printf("open [%d, %d]\n", row, column);
  return fclose(requests);
}
