/* A library for LD_PRELOAD that ends its process by SIGKILL at one of the calls that change what is below a directory.
   END_BELOW is that directory. END_AT is the number of the call, from 1 on; a call that writes has written half by then.
   END_LOG is a file that gets a line with the name of each such call. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_int calls;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int is_below(const char *path) {
  const char *top = getenv("END_BELOW");
  size_t length = top ? strlen(top) : 0;
  return length > 0 && strncmp(path, top, length) == 0 && (path[length] == '/' || path[length] == 0);
}

static int is_file_below(int fd) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return is_below(path);
}

static int is_name_below(const char *name) {
  char parent[PATH_MAX], path[PATH_MAX];
  const char *slash = strrchr(name, '/');
  if (!slash) return 0;
  snprintf(parent, sizeof parent, "%.*s", (int)(slash - name), name);
  return realpath(parent, path) && is_below(path);
}

/* Counts a call. Whether it is the last one. */
static int is_last(const char *call) {
  const char *at = getenv("END_AT"), *log = getenv("END_LOG");
  int nth = atomic_fetch_add(&calls, 1) + 1;
  if (log) {
    FILE *file = fopen(log, "ae");
    fprintf(file, "%s\n", call);
    fclose(file);
  }
  return at && nth == atoi(at);
}

static void end(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

static void count(const char *call) {
  if (is_last(call)) end();
}

static int opened(int (*open_file)(const char *, int, ...), const char *path, int flags, mode_t mode) {
  if ((flags & (O_CREAT | O_WRONLY | O_RDWR)) && is_name_below(path)) count("open");
  return open_file(path, flags, mode);
}

#define OPEN(name)                                          \
  int name(const char *path, int flags, ...) {              \
    va_list more;                                           \
    va_start(more, flags);                                  \
    mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0; \
    va_end(more);                                           \
    return opened(REAL(name), path, flags, mode);           \
  }
OPEN(open)
OPEN(open64)

ssize_t write(int fd, const void *bytes, size_t length) {
  if (is_file_below(fd) && is_last("write")) {
    REAL(write)(fd, bytes, length / 2);
    end();
  }
  return REAL(write)(fd, bytes, length);
}

#define PWRITE(name, offset_type)                                                  \
  ssize_t name(int fd, const void *bytes, size_t length, offset_type offset) {     \
    if (is_file_below(fd) && is_last("write")) {                                   \
      REAL(name)(fd, bytes, length / 2, offset);                                   \
      end();                                                                       \
    }                                                                              \
    return REAL(name)(fd, bytes, length, offset);                                  \
  }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

#define OF_FILE(name, parameters, arguments)   \
  int name parameters {                        \
    if (is_file_below(fd)) count(#name);       \
    return REAL(name) arguments;               \
  }
OF_FILE(fsync, (int fd), (fd))
OF_FILE(fdatasync, (int fd), (fd))
OF_FILE(ftruncate, (int fd, off_t length), (fd, length))
OF_FILE(ftruncate64, (int fd, off64_t length), (fd, length))

#define OF_NAME(name, parameters, arguments)   \
  int name parameters {                        \
    if (is_name_below(path)) count(#name);     \
    return REAL(name) arguments;               \
  }
OF_NAME(rename, (const char *path, const char *to), (path, to))
OF_NAME(symlink, (const char *to, const char *path), (to, path))
OF_NAME(unlink, (const char *path), (path))
OF_NAME(mkdir, (const char *path, mode_t mode), (path, mode))
OF_NAME(rmdir, (const char *path), (path))
