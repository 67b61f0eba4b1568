/* SPDX-License-Identifier: Apache-2.0
 *
 * Encoder: starting ffmpeg without a shell, and waiting for it.
 */
#include "cli/encoder.h"
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

struct TrmEncoder {
  pid_t child;
  int pipe;
  const char *path, *part;
};

TrmEncoder *trm_encoder_start(TrmRequest *request, const char *path, size_t width, size_t height,
                              double fps) {
  TrmArena *arena = request->arena;
  TrmEncoder *e = trm_arena_alloc(arena, sizeof *e);
  size_t length = strlen(path);
  int webm = length > 5 && strcmp(path + length - 5, ".webm") == 0, ends[2];
  e->path = path;
  /* a name that begins with - is not an option */
  e->part = trm_arena_printf(arena, "%s%s.part", *path == '-' ? "./" : "", path);
  char *size = trm_arena_printf(arena, "%zux%zu", width, height);
  char *rate = trm_arena_printf(arena, "%g", fps);
  char *mp4[] = {"ffmpeg",     "-loglevel", "error",     "-y",       "-f",      "rawvideo",
                 "-pix_fmt",   "rgb24",     "-s",        size,       "-r",      rate,
                 "-i",         "-",         "-an",       "-c:v",     "libx264", "-preset",
                 "medium",     "-crf",      "18",        "-pix_fmt", "yuv420p", "-fflags",
                 "+bitexact",  "-flags:v",  "+bitexact", "-threads", "1",       "-movflags",
                 "+faststart", "-f",        "mp4",       NULL,       NULL};
  char *vp9[] = {"ffmpeg",    "-loglevel", "error",     "-y",       "-f",         "rawvideo",
                 "-pix_fmt",  "rgb24",     "-s",        size,       "-r",         rate,
                 "-i",        "-",         "-an",       "-c:v",     "libvpx-vp9", "-crf",
                 "28",        "-b:v",      "0",         "-pix_fmt", "yuv420p",    "-fflags",
                 "+bitexact", "-flags:v",  "+bitexact", "-threads", "1",          "-f",
                 "webm",      NULL,        NULL};
  char **words = webm ? vp9 : mp4;
  size_t count = 0;
  while (words[count]) count++;
  words[count] = (char *)(uintptr_t)e->part;
  if (pipe(ends) != 0) {
    trm_say_file("cannot start ffmpeg: %s", strerror(errno));
    return NULL;
  }
  /* it reads our pictures; what it prints goes where our messages go */
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  posix_spawn_file_actions_addclose(&actions, ends[1]);
  int problem = posix_spawnp(&e->child, "ffmpeg", &actions, NULL, words, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[0]);
  e->pipe = ends[1];
  if (!problem) {
    signal(SIGPIPE, SIG_IGN);
    return e;
  }
  close(ends[1]);
  if (problem == ENOENT)
    trm_say_file("'%s' is made by the program ffmpeg, which is not here. Install it, or write a "
                 ".gif, which needs nothing",
                 path);
  else
    trm_say_file("cannot start ffmpeg: %s", strerror(problem));
  return NULL;
}

TrmStatus trm_encoder_add(TrmEncoder *e, const TrmImage *image) {
  const unsigned char *bytes = image->pixels;
  size_t left = 3 * image->width * image->height;
  while (left) {
    ssize_t wrote = write(e->pipe, bytes, left);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return TRM_BAD_FILE; /* it has ended, and says why */
    bytes += wrote;
    left -= (size_t)wrote;
  }
  return TRM_OK;
}

TrmStatus trm_encoder_end(TrmEncoder *e, TrmStatus status) {
  int code = 0;
  close(e->pipe);
  while (waitpid(e->child, &code, 0) < 0 && errno == EINTR) continue;
  int ended = WIFEXITED(code) && WEXITSTATUS(code) == 0;
  if (status == TRM_OK && ended && rename(e->part, e->path) == 0) return TRM_OK;
  if (status == TRM_OK || status == TRM_BAD_FILE)
    status = trm_say_file("'%s' was not written: ffmpeg did not take the pictures", e->path);
  unlink(e->part);
  return status;
}
