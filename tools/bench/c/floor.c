/* The floor: copies files and starts programs, output straight to files, and nothing more.
   Usage: floor WORKLIST DIRECTORY JOBS. A line of the list: F<TAB>path, or C<TAB>argument<TAB>argument… */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char *environment[] = {"PATH=/bin:/usr/bin:/sbin:/usr/sbin:/usr/share/Modules/bin", "LC_ALL=C", NULL};

static void copy(const char *from, int to) {
  char buffer[131072];
  int fd = open(from, O_RDONLY | O_NONBLOCK);
  ssize_t got;
  while (fd >= 0 && (got = read(fd, buffer, sizeof buffer)) > 0) {
    if (write(to, buffer, got) < 0) break;
  }
  if (fd >= 0) close(fd);
}

static int create(int number) {
  char name[32];
  snprintf(name, sizeof name, "%d", number);
  return open(name, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
}

static int running = 0;

static void start(char **argv, int to) {
  running++;
  if (vfork() == 0) {
    setsid();
    dup2(to, 1);
    dup2(to, 2);
    int null = open("/dev/null", O_RDONLY);
    dup2(null, 0);
    execve(argv[0], argv, environment);
    _exit(127);
  }
}

int main(int argc, char **argv) {
  if (argc != 4 || chdir(argv[2]) != 0) return 2;
  int jobs = atoi(argv[3]), number = 0;
  static char line[65536];
  /* The list is read twice: programs first, the files fill the time until they end. */
  for (int pass = 0; pass < 2; pass++) {
    FILE *list = fopen(argv[1], "r");
    while (list && fgets(line, sizeof line, list)) {
      line[strcspn(line, "\n")] = 0;
      if ((line[0] == 'F') != pass) continue;
      int to = create(number++);
      if (pass) {
        copy(line + 2, to);
      } else {
        char *words[512];
        int count = 0;
        for (char *word = strtok(line + 2, "\t"); word && count < 511; word = strtok(NULL, "\t")) words[count++] = word;
        words[count] = NULL;
        if (running == jobs && wait(NULL) > 0) running--;
        start(words, to);
      }
      close(to);
    }
    if (list) fclose(list);
  }
  while (wait(NULL) > 0) continue;
  return 0;
}
