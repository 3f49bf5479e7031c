/* Runs a command and prints, as JSON on file descriptor 3, what it and its descendants used; ends as the command.
   The peak of memory is that of the command's own process. Usage: measure NAME ROUND COMMAND… */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { mostPauses = 100 };

static double seconds(struct timeval t) { return t.tv_sec + t.tv_usec / 1e6; }

/* The number after a word at the start of a line of a file; 0 where there is none. */
static long number_in(const char *path, const char *format) {
  char line[256];
  long number = 0;
  FILE *file = fopen(path, "r");
  while (file && fgets(line, sizeof line, file)) {
    if (sscanf(line, format, &number) == 1) break;
  }
  if (file) fclose(file);
  return number;
}

int main(int argc, char **argv) {
  if (argc < 4) return 2;
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  sigset_t ended;
  sigemptyset(&ended);
  sigaddset(&ended, SIGCHLD);
  sigprocmask(SIG_BLOCK, &ended, NULL);
  long before = number_in("/proc/stat", "processes %ld"), peak = 0;
  struct timespec start, end, pause = {0, 10 * 1000 * 1000};
  clock_gettime(CLOCK_MONOTONIC, &start);
  pid_t pid = fork();
  if (pid == 0) {
    close(3);
    sigprocmask(SIG_UNBLOCK, &ended, NULL);
    execvp(argv[3], argv + 3);
    perror(argv[3]);
    _exit(127);
  }
  char memory[64];
  snprintf(memory, sizeof memory, "/proc/%d/status", pid);
  int status;
  while (waitpid(pid, &status, WNOHANG) == 0) {
    long now = number_in(memory, "VmHWM: %ld");
    if (now > peak) peak = now;
    sigtimedwait(&ended, NULL, &pause);
  }
  clock_gettime(CLOCK_MONOTONIC, &end);
  /* A helper process of the command may end a moment after it. */
  for (int left = mostPauses; left > 0; left--) {
    pid_t rest;
    while ((rest = waitpid(-1, NULL, WNOHANG)) > 0) continue;
    if (rest < 0) break;
    sigtimedwait(&ended, NULL, &pause);
  }
  struct rusage all;
  getrusage(RUSAGE_CHILDREN, &all);
  int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  dprintf(3, "{\"runner\":\"%s\",\"round\":%s,\"status\":%d,\"wall\":%.6f,\"cpu\":%.6f,\"peak\":%ld,\"processes\":%ld}\n",
          argv[1], argv[2], code, (end.tv_sec - start.tv_sec) + (end.tv_nsec - start.tv_nsec) / 1e9,
          seconds(all.ru_utime) + seconds(all.ru_stime), peak * 1024,
          number_in("/proc/stat", "processes %ld") - before - 1);
  return code;
}
