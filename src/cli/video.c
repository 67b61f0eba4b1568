/* SPDX-License-Identifier: Apache-2.0
 *
 * video: a film of the mechanism, or one picture, drawn here: the same result gives the same
 * pixels on any machine, without a screen or a browser.
 */
#include "cli/encoder.h"
#include "cli/messages.h"
#include "cli/output.h"
#include "cli/stored.h"
#include "cli/table.h"
#include "write/gif.h"
#include "write/scene.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { LEAST_SIDE = 32, MOST_SIDE = 4096, MOST_FRAMES = 20000, PALETTE_LOOKS = 4 };

/* a film that is being made */
typedef struct Film {
  TrmRequest *request;
  TrmScene *scene;
  TrmRender *render;
  TrmImage *image;
  TrmArena *lettering; /* of one picture */
  const char *unit;    /* of time */
  double start, step;  /* in it */
  double fps, speed;
  size_t frames;
  unsigned width, height;
  int dark, bare;
} Film;

static int ends_with(const char *text, const char *end) {
  size_t length = strlen(text), most = strlen(end);
  return length > most && trm_same_word(text + length - most, end);
}

/* a positive number of an option, or what is usual */
static TrmStatus read_number(const TrmRequest *request, const char *name, double low, double high,
                             double *value) {
  const char *text = trm_request_value(request, name);
  if (!text) return TRM_OK;
  if (trm_number_parse(text, strlen(text), value) && *value >= low && *value <= high) return TRM_OK;
  return trm_say_usage("--%s '%s' is not a number from %g to %g", name, text, low, high);
}

static TrmStatus read_size(const TrmRequest *request, Film *film) {
  const char *size = trm_request_value(request, "size");
  char rest;
  if (size && (sscanf(size, "%ux%u%c", &film->width, &film->height, &rest) != 2 ||
               film->width < LEAST_SIDE || film->height < LEAST_SIDE || film->width > MOST_SIDE ||
               film->height > MOST_SIDE))
    return trm_say_usage("--size '%s' is not WIDTHxHEIGHT with sides of %d to %d, as 960x540", size,
                         LEAST_SIDE, MOST_SIDE);
  return TRM_OK;
}

/* the speed at which a run lasts from two seconds to half a minute: 1, or else about six */
static double usual_speed(double seconds) {
  static const double steps[] = {1, 2, 5};
  double best = 1, least = HUGE_VAL;
  if (!(seconds > 0) || (seconds >= 2 && seconds <= 30)) return 1;
  for (int decade = -6; decade <= 6; decade++)
    for (int i = 0; i < 3; i++) {
      double speed = steps[i] * pow(10, decade), off = fabs(log(seconds / speed / 6));
      if (off < least) least = off, best = speed;
    }
  return best;
}

/* how many frames, and the times between them */
static TrmStatus plan(Film *film) {
  double span[2], second = trm_scene_second(film->scene, &film->unit);
  trm_scene_span(film->scene, span);
  double seconds = (span[1] - span[0]) * second;
  film->speed = usual_speed(seconds);
  TrmStatus status = read_number(film->request, "speed", 1e-9, 1e9, &film->speed);
  if (status != TRM_OK) return status;
  double frames = floor(seconds / film->speed * film->fps + 0.5);
  film->start = span[0];
  film->step = film->speed / film->fps / second;
  film->frames = frames > 1 ? (size_t)fmin(frames, MOST_FRAMES + 1.0) : 1;
  if (film->frames > MOST_FRAMES)
    return trm_say_usage("at speed %g the film has more than %d frames; choose a higher --speed or "
                         "a lower --fps",
                         film->speed, MOST_FRAMES);
  return TRM_OK;
}

static void free_lettering(void *film) {
  trm_arena_free(((Film *)film)->lettering);
}

/* the name and the time, at the lower left */
static void add_caption(Film *film, double time) {
  char text[64];
  double size = fmax(11, film->height / 26.0);
  if (film->bare) return;
  trm_arena_free(film->lettering);
  film->lettering = trm_arena_new();
  if (!film->lettering) trm_guard_leave();
  int digits = (int)fmin(6, fmax(0, 2 - floor(log10(film->step * film->fps))));
  snprintf(text, sizeof text, "%.*f %s", digits, time, film->unit);
  trm_image_text(film->image, film->lettering, 0.7 * size, film->height - 0.8 * size, size,
                 film->dark ? 0xe4e8ee : 0x20262e, text);
}

static TrmStatus draw(Film *film, double time) {
  TrmStatus status = trm_scene_move(film->scene, time);
  if (status != TRM_OK) return status;
  trm_scene_draw(film->scene, film->render, film->dark);
  trm_render_image(film->render, film->image);
  add_caption(film, time);
  return TRM_OK;
}

static void say_progress(const Film *film, size_t frame) {
  if (trm_request_flag(film->request, "quiet") || !isatty(STDERR_FILENO)) return;
  fprintf(stderr, "\r%3.0f%%  frame %zu of %zu ", 100.0 * (double)frame / (double)film->frames,
          frame, film->frames);
  if (frame == film->frames) fputs("\r\033[K", stderr);
}

static TrmStatus write_picture(Film *film, const char *target) {
  double span[2], time;
  TrmText *out = trm_request_text(film->request);
  trm_scene_span(film->scene, span);
  time = span[0] + 0.31 * (span[1] - span[0]);
  TrmStatus status = read_number(film->request, "at", -1e300, 1e300, &time);
  if (status == TRM_OK) status = draw(film, time);
  if (status != TRM_OK) return status;
  trm_image_png(film->image, film->request->arena, out);
  return trm_output_write(target, out);
}

/* colours from some of the frames, then all of them */
static TrmStatus write_gif(Film *film, const char *target) {
  TrmArena *arena = film->request->arena;
  TrmImage *looks[PALETTE_LOOKS], *own = film->image;
  TrmText *out = trm_request_text(film->request);
  TrmStatus status = TRM_OK;
  for (size_t i = 0; i < PALETTE_LOOKS && status == TRM_OK; i++) {
    film->image = looks[i] = trm_image_new(arena, film->width, film->height, 0);
    status = draw(film, film->start + film->step * (double)(i * film->frames / PALETTE_LOOKS));
  }
  film->image = own;
  if (status != TRM_OK) return status;
  TrmGif *gif = trm_gif_begin((const TrmImage *const *)looks, PALETTE_LOOKS, arena, out);
  /* hundredths of a second: what is left over goes to the next */
  double owed = 0;
  for (size_t i = 0; i < film->frames && status == TRM_OK; i++) {
    double wanted = 100 / film->fps + owed, shown = fmax(2, floor(wanted + 0.5));
    owed = wanted - shown;
    status = draw(film, film->start + film->step * (double)i);
    if (status == TRM_OK) trm_gif_add(gif, film->image, (unsigned)shown);
    say_progress(film, i + 1);
  }
  trm_gif_end(gif);
  return status == TRM_OK ? trm_output_write(target, out) : status;
}

static TrmStatus write_film(Film *film, const char *target) {
  TrmEncoder *encoder =
      trm_encoder_start(film->request, target, film->width, film->height, film->fps);
  TrmStatus status = TRM_OK;
  if (!encoder) return TRM_BAD_FILE;
  for (size_t i = 0; i < film->frames && status == TRM_OK; i++) {
    status = draw(film, film->start + film->step * (double)i);
    if (status == TRM_OK) status = trm_encoder_add(encoder, film->image);
    say_progress(film, i + 1);
  }
  return trm_encoder_end(encoder, status);
}

/* --trace tip,elbow */
static TrmStatus add_traces(Film *film, TrmLog *log) {
  const char *list = trm_request_value(film->request, "trace");
  TrmStatus status = TRM_OK;
  while (list && *list && status == TRM_OK) {
    size_t length = strcspn(list, ",");
    const char *name = trm_arena_copy(film->request->arena, list, length);
    list += length + (list[length] == ',');
    status = trm_scene_trace(film->scene, name, log);
  }
  return status;
}

/* what the options and the name of the file say */
static TrmStatus prepare(Film *film, const char *target) {
  TrmRequest *request = film->request;
  const char *theme = trm_request_value(request, "theme");
  int gif = ends_with(target, ".gif"),
      film_file = ends_with(target, ".mp4") || ends_with(target, ".webm");
  if (!gif && !film_file && !ends_with(target, ".png"))
    return trm_say_usage("the name '%s' does not tell the format; end it in .mp4, .webm, .gif, or "
                         ".png for one picture",
                         target);
  film->width = gif ? 480 : 960;
  film->height = gif ? 320 : 540;
  film->fps = gif ? 20 : 25;
  film->dark = theme && strcmp(theme, "dark") == 0;
  film->bare = trm_request_flag(request, "bare");
  TrmStatus status = read_size(request, film);
  if (status == TRM_OK) status = read_number(request, "fps", 0.1, gif ? 50 : 240, &film->fps);
  /* films have even sides */
  if (film_file) film->width -= film->width % 2, film->height -= film->height % 2;
  return status;
}

static TrmStatus run(TrmRequest *request) {
  const char *target = request->arguments[1];
  Film *film = trm_arena_alloc(request->arena, sizeof *film);
  film->request = request;
  TrmLog *log = trm_request_log(request);
  TrmResult *result = NULL;
  TrmStatus status = prepare(film, target);
  if (status != TRM_OK) return status;
  if (trm_output_same(request->arguments[0], target))
    return trm_say_usage("'%s' is the file being read; give another name", target);
  trm_arena_defer(request->arena, free_lettering, film);
  status = trm_request_result(request, log, &result);
  if (status == TRM_OK) status = trm_scene_new(result, request->arena, log, &film->scene);
  if (status == TRM_OK && trm_request_flag(request, "reactions"))
    status = trm_scene_reactions(film->scene);
  if (status == TRM_OK) status = add_traces(film, log);
  if (status == TRM_NO_MEMORY) trm_guard_leave();
  trm_messages_print(request, log, "nothing was drawn");
  if (status == TRM_OK) status = plan(film);
  if (status != TRM_OK) return status;
  /* more samples where there are fewer pixels */
  film->render = trm_render_new(request->arena, film->width, film->height,
                                (size_t)film->width * film->height > 640 * 480 ? 2 : 3);
  film->image = trm_image_new(request->arena, film->width, film->height, 0);
  if (!trm_scene_look(film->scene, trm_request_value(request, "view"),
                      (double)film->width / film->height, &film->render->camera))
    return trm_say_usage("there is no such view");
  int picture = ends_with(target, ".png");
  status = picture                     ? write_picture(film, target)
           : ends_with(target, ".gif") ? write_gif(film, target)
                                       : write_film(film, target);
  if (status != TRM_OK || trm_request_flag(request, "quiet")) return status;
  if (picture)
    fprintf(stderr, "Picture: %s, %ux%u\n", target, film->width, film->height);
  else
    fprintf(stderr, "Film: %s, %zu frames of %ux%u, %.3g s at %gx speed\n", target, film->frames,
            film->width, film->height, (double)film->frames / film->fps, film->speed);
  return TRM_OK;
}

static const TrmOption options[] = {
    {"fps", 0, NULL, "NUMBER", NULL, "frames a second (25; 20 of a GIF)"},
    {"size", 0, NULL, "WIDTHxHEIGHT", NULL, "in pixels (960x540; 480x320 of a GIF)"},
    {"speed", 0, NULL, "NUMBER", NULL, "seconds of the model in one of the film"},
    {"view", 0, NULL, "SIDE", "iso|front|top|right|back|bottom|left", "where it is seen from"},
    {"trace", 0, NULL, "LIST", NULL, "draw the paths of these markers, joints or bodies"},
    {"reactions", 0, NULL, NULL, NULL, "draw the reactions of joints as arrows too"},
    {"theme", 0, NULL, "KIND", "light|dark", "the ground: light or dark"},
    {"at", 0, NULL, "TIME", NULL, "of a picture: the time that is shown"},
    {"bare", 0, NULL, NULL, NULL, "without the time in the corner"},
    {NULL, 0, NULL, NULL, NULL, NULL},
};

static const TrmExample examples[] = {
    {"video crank-rocker.h5 crank-rocker.mp4", "a film, made with ffmpeg"},
    {"video crank-rocker.h5 crank-rocker.gif --trace b", "needs nothing; with the path of joint b"},
    {"video crank-rocker.h5 crank-rocker.png --at 0.2", "one picture"},
    {NULL, NULL},
};

const TrmCommand trm_command_video = {
    .name = "video",
    .summary = "make a film or a picture of the mechanism",
    .usage = "RESULT FILE",
    .details =
        "Draws the mechanism in motion and writes a film: .gif, or .mp4 and .webm through the "
        "program ffmpeg; .png is one picture. It is drawn by the command itself, without a screen, "
        "and the same result gives the same pixels. Without --speed a run of two to thirty seconds "
        "is shown as it is, others slower or faster so that the film lasts about six.",
    .options = options,
    .least = 2,
    .most = 2,
    .examples = examples,
    .run = run,
};
