/* SPDX-License-Identifier: Apache-2.0
 *
 * Meshes: where a file is that a robot names, and the box around a COLLADA file. A package is a
 * folder of its name that holds the robot, or stands beside a folder that does.
 */
#include "base/text.h"
#include "read/urdf/robot.h"
#include <float.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

enum { UPWARDS = 8 };

static int is_file(const char *path) {
  struct stat info;
  return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

/* from the folder `base`, with a slash behind it or empty, some folders up */
static const char *upwards(TrmRobot *r, const char *base, int levels) {
  for (; levels > 0; levels--) base = trm_arena_printf(r->arena, "%s../", base);
  return base;
}

const char *trm_robot_mesh_path(TrmRobot *r, const TrmAttribute *file) {
  static const char package[] = "package://", local[] = "file://";
  const char *own = trm_source_name(r->source), *slash = strrchr(own, '/'), *name = file->value;
  const char *base = slash ? trm_arena_copy(r->arena, own, (size_t)(slash - own) + 1) : "";
  if (strncmp(name, local, sizeof local - 1) == 0) name += sizeof local - 1;
  if (strncmp(name, package, sizeof package - 1) == 0) {
    name += sizeof package - 1;
    const char *inside = strchr(name, '/');
    /* beside a folder above, or in one that is the package itself */
    for (int up = 0; up <= UPWARDS && inside; up++) {
      const char *found = trm_arena_printf(r->arena, "%s%s", upwards(r, "", up), name);
      if (is_file(trm_arena_printf(r->arena, "%s%s", base, found))) return found;
      found = trm_arena_printf(r->arena, "%s%s", upwards(r, "", up), inside + 1);
      if (is_file(trm_arena_printf(r->arena, "%s%s", base, found))) return found;
    }
  } else if (is_file(*name == '/' ? name : trm_arena_printf(r->arena, "%s%s", base, name))) {
    return trm_arena_string(r->arena, name);
  }
  trm_log_add(r->log, TRM_W_URDF_MESH, file->place, NULL, "the mesh '%.80s' is not found",
              file->value);
  return NULL;
}

/* numbers of the arrays whose source is called after positions */
typedef struct Box {
  TrmArena *arena;
  const TrmSource *source;
  TrmText text;
  double low[3], high[3], unit;
  int inside, given, upright, found; /* upright: y is up in the file */
} Box;

static void open_box(void *context, const char *name, const char **attributes, size_t at) {
  Box *b = context;
  const char *id = trm_xml_attribute(attributes, "id");
  const char *metre = trm_xml_attribute(attributes, "meter");
  (void)at;
  b->text.length = 0;
  b->inside = strcmp(name, "up_axis") == 0;
  if (strcmp(name, "float_array") == 0 && id)
    b->inside = strstr(id, "osition") || strstr(id, "POSITION") || strstr(id, "ertices");
  if (strcmp(name, "unit") == 0 && metre && !trm_number_parse(metre, strlen(metre), &b->unit))
    b->unit = 1;
}

static void text_box(void *context, const char *bytes, size_t length) {
  Box *b = context;
  if (b->inside) trm_text_bytes(&b->text, bytes, length);
}

static void close_box(void *context, const char *name) {
  Box *b = context;
  if (b->inside && strcmp(name, "up_axis") == 0)
    b->upright = b->text.length && strstr(b->text.bytes, "Y_UP") != NULL;
  const char *at = b->inside && b->text.length ? b->text.bytes : "";
  for (size_t n = 0; strcmp(name, "float_array") == 0 && *(at += strspn(at, " \t\r\n")); n++) {
    double value;
    size_t length = strcspn(at, " \t\r\n");
    if (!trm_number_parse(at, length, &value) || !isfinite(value)) break;
    b->low[n % 3] = fmin(b->low[n % 3], value);
    b->high[n % 3] = fmax(b->high[n % 3], value);
    b->found |= n >= 2;
    at += length;
  }
  b->inside = 0;
}

static int next_box(void *context, const char **bytes, size_t *length) {
  Box *b = context;
  if (b->given) return 0;
  b->given = 1;
  *bytes = trm_source_text(b->source, length);
  return 1;
}

static void release_box(void *object) {
  Box *b = object;
  trm_source_release((TrmSource *)(uintptr_t)b->source);
  trm_text_clear(&b->text);
}

int trm_robot_mesh_box(TrmRobot *r, const char *path, double low[3], double high[3]) {
  const char *own = trm_source_name(r->source), *slash = strrchr(own, '/'), *reason;
  int folder = slash && *path != '/';
  const char *whole =
      trm_arena_printf(r->arena, "%.*s%s", folder ? (int)(slash - own + 1) : 0, own, path);
  Box *b = trm_arena_alloc(r->arena, sizeof *b);
  TrmSource *source = NULL;
  trm_arena_defer(r->arena, release_box, b);
  *b = (Box){.arena = r->arena, .unit = 1};
  for (int k = 0; k < 3; k++) {
    b->low[k] = DBL_MAX;
    b->high[k] = -DBL_MAX;
  }
  TrmStatus status = trm_source_read(whole, TRM_NAMED_BY_MODEL, TRM_SOURCE_LIMIT, &source, &reason);
  if (status == TRM_NO_MEMORY) trm_guard_leave();
  if (status != TRM_OK) return 0;
  b->source = source;
  TrmXmlEars ears = {b, open_box, close_box, text_box, next_box, 0};
  if (trm_xml_read(r->arena, &ears).fault != TRM_XML_GOOD || !b->found) return 0;
  /* y up: the file's x, y, z are x, z and -y here */
  const double ends[2][3] = {
      {b->low[0], b->upright ? -b->high[2] : b->low[1], b->upright ? b->low[1] : b->low[2]},
      {b->high[0], b->upright ? -b->low[2] : b->high[1], b->upright ? b->high[1] : b->high[2]}};
  for (int k = 0; k < 3; k++) {
    low[k] = ends[0][k] * b->unit;
    high[k] = ends[1][k] * b->unit;
  }
  return 1;
}
