// As bot.py, but for lists.
#include <errno.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char line[4096], out[4096];
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = 0;
    if (strncmp(line, "read ", 5)) {
      puts(line);
    } else {
      FILE *f = fopen(line + 5, "r");
      if (f && fgets(out, sizeof out, f))
        out[strcspn(out, "\n")] = 0, puts(out);
      else
        printf("error %d\n", errno);
      if (f) fclose(f);
    }
    fflush(stdout);
  }
}
