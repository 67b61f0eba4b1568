/* SPDX-License-Identifier: Apache-2.0
 *
 * Report: what was understood of a model, for people: bodies with their mass properties in the
 * model's units, joints, the tree they make with its loops, totals and the count of freedoms.
 */
#include "compile/report.h"
#include "compile/compiler.h"
#include "compile/topology.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 40, MOST_LINES = 60, WIDTH = 100 };

typedef struct Report {
  const TrmSystem *system;
  TrmArena *arena;
  TrmText *out;
} Report;

/* "4.98", with round-off near zero shown as 0 */
static const char *number(Report *r, double value, double scale, double size) {
  double shown = value / scale;
  if (fabs(value) <= 1e-12 * size) shown = 0;
  return trm_arena_printf(r->arena, "%.5g", shown == 0 ? 0.0 : shown);
}

static double size_of(const double v[3]) {
  return fmax(fabs(v[0]), fmax(fabs(v[1]), fabs(v[2])));
}

/* "(0.15, 0, 0)", two components in the plane */
static const char *triple(Report *r, const double v[3], double scale) {
  double size = size_of(v);
  if (r->system->planar)
    return trm_arena_printf(r->arena, "(%s, %s)", number(r, v[0], scale, size),
                            number(r, v[1], scale, size));
  return trm_arena_printf(r->arena, "(%s, %s, %s)", number(r, v[0], scale, size),
                          number(r, v[1], scale, size), number(r, v[2], scale, size));
}

static const char *unit(Report *r, TrmDimension d) {
  char text[64];
  trm_dimension_format(&r->system->units, d, text, sizeof text);
  return trm_arena_string(r->arena, text);
}

static double scale(const Report *r, TrmDimension d) {
  return trm_units_scale(&r->system->units, d);
}

static const char *plural(size_t count) {
  return count == 1 ? "" : "s";
}

/* the inertia: its diagonal, and the rest where there is any */
static const char *inertia(Report *r, const TrmBody *body) {
  double s = scale(r, (TrmDimension)TRM_INERTIA);
  const double *I = body->inertia_b;
  const char *u = unit(r, (TrmDimension)TRM_INERTIA);
  if (body->point_mass) return "point mass";
  if (!body->has_inertia) return body->mass > 0 ? "no inertia given" : "";
  if (r->system->planar) return trm_arena_printf(r->arena, "inertia %.5g %s", I[8] / s, u);
  double diagonal[3] = {I[0], I[4], I[8]}, rest[3] = {I[1], I[2], I[5]};
  const char *first = triple(r, diagonal, s);
  if (size_of(rest) <= 1e-9 * size_of(diagonal))
    return trm_arena_printf(r->arena, "inertia %s %s", first, u);
  return trm_arena_printf(r->arena, "inertia %s, off-diagonal %s %s", first, triple(r, rest, s), u);
}

/* Rows of cells, printed with aligned columns. */
enum { CELLS = 5 };

typedef struct Table {
  const char *(*rows)[CELLS];
  size_t count;
} Table;

static void add_table(Report *r, const Table *table) {
  int width[CELLS] = {0};
  for (size_t i = 0; i < table->count; i++)
    for (size_t k = 0; k < CELLS; k++) {
      int length = table->rows[i][k] ? (int)strlen(table->rows[i][k]) : 0;
      if (length > width[k]) width[k] = length;
    }
  for (size_t i = 0; i < table->count; i++) {
    trm_text_char(r->out, ' ');
    for (size_t k = 0; k < CELLS && table->rows[i][k]; k++) {
      int last = k + 1 == CELLS || !table->rows[i][k + 1];
      trm_text_printf(r->out, " %-*s", last ? 0 : width[k] + 1, table->rows[i][k]);
    }
    while (r->out->bytes[r->out->length - 1] == ' ') r->out->bytes[--r->out->length] = 0;
    trm_text_char(r->out, '\n');
  }
}

static const char *body_name(const TrmSystem *system, size_t index) {
  return system->bodies[index].item->name;
}

static const char *joint_name(const TrmSystem *system, size_t index) {
  return system->joints[index].item->name;
}

static const char *end_name(const TrmSystem *system, int body) {
  return body == TRM_GROUND ? "ground" : body_name(system, (size_t)body);
}

static void add_more(Report *r, size_t count) {
  if (count > MOST_ROWS)
    trm_text_printf(r->out, "  ... and %zu more (--json lists all)\n", count - MOST_ROWS);
}

static const char *weight(Report *r, double mass) {
  TrmDimension d = TRM_MASS;
  if (!(mass > 0)) return "no mass";
  return trm_arena_printf(r->arena, "%.4g %s", mass / scale(r, d), unit(r, d));
}

static const char *place(Report *r, const char *word, const double p[3]) {
  TrmDimension d = TRM_LENGTH;
  return trm_arena_printf(r->arena, "%s %s %s", word, triple(r, p, scale(r, d)), unit(r, d));
}

static void add_bodies(Report *r) {
  const TrmSystem *system = r->system;
  size_t shown = system->body_count < MOST_ROWS ? system->body_count : MOST_ROWS;
  Table table = {.rows = trm_arena_array(r->arena, shown + 1, sizeof *table.rows)};
  for (size_t i = 0; i < shown; i++) {
    const TrmBody *body = &system->bodies[i];
    const char **row = table.rows[table.count++];
    double centre[3];
    trm_body_centre(body, centre);
    row[0] = body_name(system, i);
    row[1] = weight(r, body->mass);
    row[2] = place(r, "centre", centre);
    row[3] = inertia(r, body);
  }
  if (system->body_count > 1 && system->mass > 0) {
    const char **row = table.rows[table.count++];
    row[0] = "total";
    row[1] = weight(r, system->mass);
    row[2] = place(r, "centre", system->centre);
  }
  add_table(r, &table);
  add_more(r, system->body_count);
}

/* "crank - coupler", or the joints that a coupling relates */
static const char *joint_ends(Report *r, const TrmJoint *joint) {
  const TrmSystem *system = r->system;
  const TrmValue *joints = trm_item_value(joint->item, joint->coupling ? "joints" : "through");
  if (!joints || joints->form != TRM_FORM_LIST)
    return trm_arena_printf(r->arena, "%s - %s", end_name(system, joint->first),
                            end_name(system, joint->second));
  const char *text = "";
  for (unsigned i = 0; i < joints->count; i++)
    text = trm_arena_printf(r->arena, "%s%s%s", text, i ? ", " : "", joints->list[i].text);
  return trm_arena_printf(r->arena, "%s %s", joint->coupling ? "joints" : "through", text);
}

static const char *joint_place(Report *r, const TrmJoint *joint) {
  double p[3], R[9];
  if (!joint->has_frames) return "";
  trm_frame_in_ground(r->system, &joint->frame_first, p, R);
  double axis[3] = {R[2], R[5], R[8]};
  const char *at = place(r, "at", p);
  if (!trm_type_param(joint->item->type, "axis") || r->system->planar) return at;
  return trm_arena_printf(r->arena, "%s, axis %s", at, triple(r, axis, 1));
}

static void add_joints(Report *r) {
  const TrmSystem *system = r->system;
  size_t shown = system->joint_count < MOST_ROWS ? system->joint_count : MOST_ROWS;
  Table table = {.rows = trm_arena_array(r->arena, shown, sizeof *table.rows)};
  for (size_t i = 0; i < shown; i++) {
    const TrmJoint *joint = &system->joints[i];
    const char **row = table.rows[table.count++];
    row[0] = joint_name(system, i);
    row[1] = joint->item->type->name;
    row[2] = joint_ends(r, joint);
    row[3] = joint_place(r, joint);
    row[4] = trm_arena_printf(r->arena, "%d equation%s%s", joint->equations,
                              plural((size_t)joint->equations),
                              joint->type->unilateral ? " while it holds" : "");
  }
  add_table(r, &table);
  add_more(r, system->joint_count);
}

/* one line of the tree, begun at `indent` */
typedef struct Line {
  int body, indent;
} Line;

/* a chain on one line; where it forks, the branches go on the stack */
static void add_chain(Report *r, const TrmTopology *t, Line line, Line *stack, size_t *depth) {
  const TrmSystem *system = r->system;
  size_t start = r->out->length;
  int body = line.body;
  for (;;) {
    size_t first = t->first[body + 1], count = t->first[body + 2] - first;
    if (count != 1 || r->out->length - start > WIDTH) {
      /* forks, later ones deeper in the stack so that they come out in order */
      for (size_t i = count; i-- > 0;)
        stack[(*depth)++] = (Line){(int)(first + i), line.indent + 2};
      return;
    }
    const TrmBranch *branch = &t->branches[first];
    trm_text_printf(r->out, " ─%s(%s)─ %s", joint_name(system, (size_t)branch->joint),
                    system->joints[branch->joint].item->type->name, end_name(system, branch->body));
    if (branch->closes) {
      trm_text_add(r->out, "   closes a loop");
      return;
    }
    body = branch->body;
  }
}

/* the part of the tree that hangs on `root` */
static void add_tree(Report *r, const TrmTopology *t, int root, Line *stack, size_t *lines) {
  const TrmSystem *system = r->system;
  size_t depth = 0;
  if (++*lines > MOST_LINES) return;
  trm_text_printf(r->out, "  %s", end_name(system, root));
  add_chain(r, t, (Line){root, 2}, stack, &depth);
  trm_text_char(r->out, '\n');
  while (depth && ++*lines <= MOST_LINES) {
    Line fork = stack[--depth];
    const TrmBranch *branch = &t->branches[fork.body];
    trm_text_printf(r->out, "%*s└─%s(%s)─ %s", fork.indent, "",
                    joint_name(system, (size_t)branch->joint),
                    system->joints[branch->joint].item->type->name, end_name(system, branch->body));
    if (branch->closes) {
      trm_text_add(r->out, "   closes a loop");
    } else {
      add_chain(r, t, (Line){branch->body, fork.indent}, stack, &depth);
    }
    trm_text_char(r->out, '\n');
  }
}

static void add_topology(Report *r) {
  const TrmSystem *system = r->system;
  if (!system->joint_count) return;
  const TrmTopology *t = trm_topology_new(r->arena, system);
  /* every branch is on the stack at most once */
  Line *stack = trm_arena_array(r->arena, t->first[system->body_count + 1] + 1, sizeof *stack);
  size_t lines = 0;
  add_tree(r, t, TRM_GROUND, stack, &lines);
  for (size_t i = 0; i < t->root_count; i++) add_tree(r, t, t->roots[i], stack, &lines);
  if (lines > MOST_LINES) trm_text_add(r->out, "  ... (--json lists all)\n");
  if (t->loop_count)
    trm_text_printf(r->out, "  %zu loop%s\n", t->loop_count, plural(t->loop_count));
}

static void add_freedoms(Report *r) {
  int coordinates, joints, motions;
  size_t constraints;
  trm_system_counts(r->system, &coordinates, &joints, &motions);
  trm_model_section(r->system->model, "constraints", &constraints);
  int freedoms = coordinates - joints - motions - (int)constraints;
  trm_text_printf(r->out, "Freedoms: %d coordinates − %d joint equation%s", coordinates, joints,
                  plural((size_t)joints));
  if (constraints) trm_text_printf(r->out, " − %zu constraint%s", constraints, plural(constraints));
  if (motions) trm_text_printf(r->out, " − %d motion%s", motions, plural((size_t)motions));
  trm_text_printf(r->out, " = %s%d by count.\n", freedoms < 0 ? "−" : "", abs(freedoms));
}

static void add_heading(Report *r) {
  const TrmSystem *system = r->system;
  static const struct {
    const char *section, *one, *many;
  } kinds[] = {{"joints", "joint", "joints"},
               {"motions", "motion", "motions"},
               {"constraints", "constraint", "constraints"},
               {"forces", "force", "forces"},
               {"contacts", "contact", "contacts"},
               {"outputs", "output", "outputs"}};
  const TrmValue *name = trm_item_value(system->model->root, "name");
  trm_text_printf(r->out, "%s: %zu %s", name && name->form == TRM_FORM_TEXT ? name->text : "model",
                  system->body_count, system->body_count == 1 ? "body" : "bodies");
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    size_t count;
    trm_model_section(system->model, kinds[i].section, &count);
    if (count)
      trm_text_printf(r->out, ", %zu %s", count, count == 1 ? kinds[i].one : kinds[i].many);
  }
  trm_text_add(r->out, system->planar ? ", in the plane\n" : "\n");
}

void trm_report_text(const TrmSystem *system, TrmArena *arena, TrmText *out) {
  Report report = {system, arena, out};
  add_heading(&report);
  add_bodies(&report);
  add_joints(&report);
  add_topology(&report);
  add_freedoms(&report);
}
