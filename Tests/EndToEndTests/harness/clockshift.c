/* Shifts the wall clock of one program, and notifies its timers when the shift changes.
 *
 * Preloaded into the program under test. The file named by CARILLON_TEST_CLOCK holds two int64_t:
 * how many nanoseconds CLOCK_REALTIME is ahead of the machine's, and how many CLOCK_BOOTTIME is,
 * which is the simulated time asleep. Writing the file sets the clock or simulates waking up.
 * Timers on CLOCK_REALTIME then behave like the kernel's: with TFD_TIMER_CANCEL_ON_SET, their read
 * or their next timerfd_settime fails with ECANCELED. The machine's own clock is never changed.
 *
 * With CARILLON_TEST_NO_TIMER in the environment, there are no timers on CLOCK_REALTIME.
 * With CARILLON_TEST_TRUSTED, its file stands for the certificates that the system trusts. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define SECOND 1000000000LL
#define TIMERS 4096
/* A time that never comes, whatever the shift. */
#define NEVER (INT64_MAX / 2)

struct timer {
  int realtime; /* made on CLOCK_REALTIME */
  int absolute; /* armed at `at`, which is in shifted time */
  int cancel;   /* with TFD_TIMER_CANCEL_ON_SET */
  int changed;  /* and the clock was set since */
  int64_t at;
};

static struct timer timers[TIMERS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const _Atomic int64_t *shared;

static int64_t shift(void) { return shared ? atomic_load(&shared[0]) : 0; }
static int64_t slept(void) { return shared ? atomic_load(&shared[1]) : 0; }

static struct timespec split(int64_t nanoseconds) {
  struct timespec time = {nanoseconds / SECOND, nanoseconds % SECOND};
  if (time.tv_nsec < 0) {
    time.tv_nsec += SECOND;
    time.tv_sec -= 1;
  }
  return time;
}

static struct timer *realtime_timer(int fd) {
  return fd >= 0 && fd < TIMERS && timers[fd].realtime ? &timers[fd] : NULL;
}

/* Arms the kernel's timer for `at`, in shifted time; a past time fires at once. */
static int arm(int fd, int64_t at, struct itimerspec *old) {
  int64_t machine = at - shift();
  struct itimerspec time = {.it_value = split(machine > 0 ? machine : 1)};
  return syscall(SYS_timerfd_settime, fd, TFD_TIMER_ABSTIME, &time, old);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  int result = syscall(SYS_clock_gettime, clock, time);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
    *time = split(time->tv_sec * SECOND + time->tv_nsec + shift());
  if (result == 0 && (clock == CLOCK_BOOTTIME || clock == CLOCK_BOOTTIME_ALARM))
    *time = split(time->tv_sec * SECOND + time->tv_nsec + slept());
  return result;
}

FILE *fopen(const char *path, const char *mode) {
  FILE *(*real)(const char *, const char *) = dlsym(RTLD_NEXT, "fopen");
  const char *trusted = getenv("CARILLON_TEST_TRUSTED");
  return real(trusted && !strcmp(path, "/etc/ssl/certs/ca-certificates.crt") ? trusted : path, mode);
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  struct timespec now;
  (void)zone;
  clock_gettime(CLOCK_REALTIME, &now);
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}

int timespec_get(struct timespec *time, int base) {
  return base == TIME_UTC && clock_gettime(CLOCK_REALTIME, time) == 0 ? base : 0;
}

int timerfd_create(int clock, int flags) {
  if (clock == CLOCK_REALTIME && getenv("CARILLON_TEST_NO_TIMER")) {
    errno = EPERM;
    return -1;
  }
  int fd = syscall(SYS_timerfd_create, clock, flags);
  if (fd >= 0 && fd < TIMERS) {
    pthread_mutex_lock(&lock);
    timers[fd] = (struct timer){.realtime = clock == CLOCK_REALTIME};
    pthread_mutex_unlock(&lock);
  }
  return fd;
}

int timerfd_settime(int fd, int flags, const struct itimerspec *new, struct itimerspec *old) {
  struct timer *timer = realtime_timer(fd);
  if (!timer) return syscall(SYS_timerfd_settime, fd, flags, new, old);
  pthread_mutex_lock(&lock);
  int changed = timer->changed;
  timer->changed = 0;
  timer->cancel = (flags & TFD_TIMER_CANCEL_ON_SET) != 0;
  timer->absolute = (flags & TFD_TIMER_ABSTIME) && (new->it_value.tv_sec || new->it_value.tv_nsec);
  timer->at = new->it_value.tv_sec < NEVER / SECOND
    ? new->it_value.tv_sec * SECOND + new->it_value.tv_nsec : NEVER;
  int result = timer->absolute
    ? arm(fd, timer->at, old)
    : syscall(SYS_timerfd_settime, fd, flags & ~TFD_TIMER_CANCEL_ON_SET, new, old);
  pthread_mutex_unlock(&lock);
  if (result == 0 && changed) {
    errno = ECANCELED;
    return -1;
  }
  return result;
}

/* Whether the clock was set since the last report; the timer stays armed. */
static int told(int fd, struct timer *timer) {
  pthread_mutex_lock(&lock);
  int changed = timer->changed;
  timer->changed = 0;
  if (changed && timer->absolute) arm(fd, timer->at, NULL);
  pthread_mutex_unlock(&lock);
  if (changed) errno = ECANCELED;
  return changed;
}

ssize_t read(int fd, void *buffer, size_t size) {
  struct timer *timer = realtime_timer(fd);
  if (timer && told(fd, timer)) return -1;
  ssize_t count = syscall(SYS_read, fd, buffer, size);
  /* clock_was_set has ended a read that was waiting. */
  if (timer && count > 0 && told(fd, timer)) return -1;
  return count;
}

int close(int fd) {
  if (fd >= 0 && fd < TIMERS) timers[fd].realtime = 0;
  return syscall(SYS_close, fd);
}

/* The clock was set: arms absolute timers again, or notifies them by firing now. */
static void clock_was_set(void) {
  pthread_mutex_lock(&lock);
  for (int fd = 0; fd < TIMERS; fd++) {
    struct timer *timer = realtime_timer(fd);
    if (!timer || !timer->absolute) continue;
    timer->changed = timer->cancel;
    arm(fd, timer->changed ? INT64_MIN / 2 : timer->at, NULL);
  }
  pthread_mutex_unlock(&lock);
}

static void *watch(void *inotify) {
  char events[4096];
  while (syscall(SYS_read, (int)(intptr_t)inotify, events, sizeof events) > 0) clock_was_set();
  return NULL;
}

__attribute__((constructor)) static void start(void) {
  const char *path = getenv("CARILLON_TEST_CLOCK");
  int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (fd < 0) return;
  void *page = mmap(NULL, 2 * sizeof(int64_t), PROT_READ, MAP_SHARED, fd, 0);
  int inotify = inotify_init1(IN_CLOEXEC);
  if (page == MAP_FAILED || inotify_add_watch(inotify, path, IN_MODIFY) < 0) abort();
  shared = page;
  /* This thread must not receive the program's signals. */
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  if (pthread_create(&thread, NULL, watch, (void *)(intptr_t)inotify)) abort();
  pthread_detach(thread);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}
