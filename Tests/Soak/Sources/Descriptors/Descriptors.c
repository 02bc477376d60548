#define _GNU_SOURCE
#include "Descriptors.h"
#include <pthread.h>
#include <sys/resource.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct rlimit usual;
static unsigned long limit = 0;

static void set(rlim_t most) {
  struct rlimit limit = {most, usual.rlim_max};
  setrlimit(RLIMIT_NOFILE, &limit);
}

void descriptors_run_out(unsigned long most) {
  pthread_mutex_lock(&lock);
  if (limit == 0) getrlimit(RLIMIT_NOFILE, &usual);
  limit = most;
  set(most);
  pthread_mutex_unlock(&lock);
}

void descriptors_come_back(void) {
  pthread_mutex_lock(&lock);
  if (limit > 0) set(usual.rlim_cur);
  limit = 0;
  pthread_mutex_unlock(&lock);
}

#ifdef __linux__
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Each second libdispatch opens a file below /proc for each of its threads, and ends the process where it can't
/// ("registered worker exited prematurely"). So these are opened beyond the limit.
int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0;
  va_end(rest);
  int file = (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
  if (file >= 0 || errno != EMFILE || strncmp(path, "/proc/", 6) != 0) return file;
  pthread_mutex_lock(&lock);
  if (limit > 0) set(usual.rlim_cur);
  file = (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
  if (limit > 0) set(limit);
  pthread_mutex_unlock(&lock);
  return file;
}
#endif
