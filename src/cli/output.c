/* SPDX-License-Identifier: Apache-2.0
 *
 * Output: a file appears under its name only when all of it is on disk: written to a temporary name
 * beside it, synchronised, renamed. What is not a plain file (a device, a pipe) is written to
 * directly.
 */
#define _XOPEN_SOURCE 700 /* realpath */
#include "cli/output.h"
#include "cli/command.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* the temporary file being written, for the signal handler */
static char pending[PATH_MAX];
static volatile sig_atomic_t is_pending;

void trm_output_abandon(void) {
  if (is_pending) unlink(pending);
  is_pending = 0;
}

/* all bytes, or errno */
static int write_all(int file, const char *bytes, size_t length) {
  while (length) {
    ssize_t wrote = write(file, bytes, length);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return errno;
    bytes += wrote;
    length -= (size_t)wrote;
  }
  return 0;
}

/* the permissions a new file would have, or those of the one that is replaced */
static mode_t mode_for(const char *path) {
  struct stat info;
  if (stat(path, &info) == 0) return info.st_mode & 0777;
  mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

/* write the temporary file and give it its name; errno value on failure */
static int replace(const char *path, const TrmText *text) {
  /* the file behind a symbolic link is replaced, not the link */
  char target[PATH_MAX];
  if (!realpath(path, target)) {
    if (errno != ENOENT) return errno;
    if (strlen(path) >= sizeof target) return ENAMETOOLONG;
    strcpy(target, path);
  }
  if (strlen(target) + sizeof ".XXXXXX" > sizeof pending) return ENAMETOOLONG;
  strcpy(pending, target);
  strcat(pending, ".XXXXXX");
  int file = mkstemp(pending);
  if (file < 0) return errno;
  is_pending = 1;
  int problem = write_all(file, text->bytes, text->length);
  if (!problem && fchmod(file, mode_for(target)) != 0) problem = errno;
  /* some file systems cannot synchronise, which is no fault */
  if (!problem && fsync(file) != 0 && errno != EINVAL && errno != ENOTSUP) problem = errno;
  if (close(file) != 0 && !problem) problem = errno;
  if (!problem && rename(pending, target) != 0) problem = errno;
  if (problem) trm_output_abandon();
  is_pending = 0;
  return problem;
}

/* write to a device or pipe */
static int write_through(const char *path, const TrmText *text) {
  int file = open(path, O_WRONLY);
  if (file < 0) return errno;
  int problem = write_all(file, text->bytes, text->length);
  if (close(file) != 0 && !problem) problem = errno;
  return problem;
}

TrmStatus trm_output_write(const char *path, const TrmText *text) {
  struct stat info;
  if (!path || strcmp(path, "-") == 0) {
    int problem = write_all(STDOUT_FILENO, text->bytes, text->length);
    if (problem) return trm_say_file("cannot write to standard output: %s", strerror(problem));
    return TRM_OK;
  }
  int special = stat(path, &info) == 0 && !S_ISREG(info.st_mode);
  int problem = special ? write_through(path, text) : replace(path, text);
  if (problem) return trm_say_file("cannot write '%s': %s", path, strerror(problem));
  return TRM_OK;
}

int trm_output_same(const char *a, const char *b) {
  struct stat first, second;
  return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

int trm_output_exists(const char *path) {
  struct stat info;
  return lstat(path, &info) == 0;
}

size_t trm_output_columns(const char *text) {
  size_t columns = 0;
  for (; *text; text++) columns += ((unsigned char)*text & 0xC0) != 0x80;
  return columns;
}

/* wrap from column `column` on, later lines indented by `indent` */
static void wrap_from(TrmText *out, size_t column, size_t indent, const char *text) {
  enum { WIDTH = 80 };
  int fresh = 1;
  while (*text) {
    /* a line break that was asked for */
    if (*text == '\n') {
      trm_text_char(out, '\n');
      text++;
      column = 0;
      fresh = 1;
      continue;
    }
    if (*text == ' ') {
      text++;
      continue;
    }
    /* the next word, on this line if it fits */
    size_t length = strcspn(text, " \n"), columns = 0;
    for (size_t i = 0; i < length; i++) columns += ((unsigned char)text[i] & 0xC0) != 0x80;
    if (!fresh && column + 1 + columns > WIDTH) {
      trm_text_char(out, '\n');
      column = 0;
      fresh = 1;
    }
    if (!fresh) {
      trm_text_char(out, ' ');
      column++;
    }
    for (; fresh && column < indent; column++) trm_text_char(out, ' ');
    trm_text_bytes(out, text, length);
    column += columns;
    text += length;
    fresh = 0;
  }
  trm_text_char(out, '\n');
}

void trm_output_wrap(TrmText *out, size_t indent, const char *text) {
  wrap_from(out, 0, indent, text);
}

void trm_output_row(TrmText *out, const char *left, size_t width, const char *right) {
  size_t column = 2 + trm_output_columns(left);
  trm_text_printf(out, "  %s", left);
  /* a long left side has a line of its own */
  if (column + 2 > width + 4) {
    trm_text_char(out, '\n');
    column = 0;
  }
  wrap_from(out, column, width + 4, right);
}
