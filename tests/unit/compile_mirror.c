/* SPDX-License-Identifier: Apache-2.0
 *
 * Mirroring: a part included as it is and across each plane of ground. With S the reflection, every
 * position p, rotation R, inertia I, polar vector v and axial vector w of the copy must be S p,
 * S R S, S I S, S v and -S w of the original; and the copy printed flat and read again is the same.
 */
#include "check.h"
#include "compile/compiler.h"
#include "trammel/trammel.h"

static double worst;

static void same(const char *what, const double *a, const double *b, size_t count) {
  for (size_t i = 0; i < count; i++) {
    double error = fabs(a[i] - b[i]);
    if (error > worst) worst = error;
    if (!(error < 1e-12)) {
      CHECK(error < 1e-12);
      fprintf(stderr, "%s[%zu]: %.15g, expected %.15g\n", what, i, a[i], b[i]);
    }
  }
  check_count++;
}

/* the thing called <side>_<rest> that belongs to o_<rest> */
static int is_copy(const TrmItem *original, const TrmItem *copy, char side) {
  return original->name[0] == 'o' && copy->name[0] == side &&
         strcmp(original->name + 1, copy->name + 1) == 0;
}

static void compare_bodies(const TrmSystem *system, char side) {
  unsigned mask = 1u << (side - 'x');
  size_t pairs = 0;
  for (size_t i = 0; i < system->body_count; i++)
    for (size_t j = 0; j < system->body_count; j++) {
      TrmBody a = system->bodies[i];
      const TrmBody *b = &system->bodies[j];
      if (!is_copy(a.item, b->item, side)) continue;
      pairs++;
      double centre_a[3], centre_b[3];
      trm_body_centre(&a, centre_a);
      trm_body_centre(b, centre_b);
      trm_mirror_vector(mask, centre_a);
      same("centre", centre_b, centre_a, 3);
      trm_mirror_vector(mask, a.p_go_g);
      same("origin", b->p_go_g, a.p_go_g, 3);
      trm_mirror_matrix(mask, a.R_gb);
      same("axes", b->R_gb, a.R_gb, 9);
      same("mass", &b->mass, &a.mass, 1);
      trm_mirror_matrix(mask, a.inertia_b);
      same("inertia", b->inertia_b, a.inertia_b, 9);
      CHECK(a.mass > 0 && a.has_inertia);
      trm_mirror_vector(mask, a.v_g);
      same("velocity", b->v_g, a.v_g, 3);
      trm_mirror_axial(mask, a.w_g);
      same("spin", b->w_g, a.w_g, 3);
    }
  CHECK(pairs == 3);
}

static void compare_joints(const TrmSystem *system, char side) {
  unsigned mask = 1u << (side - 'x');
  size_t pairs = 0;
  for (size_t i = 0; i < system->joint_count; i++)
    for (size_t j = 0; j < system->joint_count; j++) {
      const TrmJoint *a = &system->joints[i], *b = &system->joints[j];
      if (!is_copy(a->item, b->item, side)) continue;
      pairs++;
      CHECK(a->has_frames && b->has_frames);
      const TrmFrame *ends[2][2] = {{&a->frame_first, &b->frame_first},
                                    {&a->frame_second, &b->frame_second}};
      for (int k = 0; k < 2; k++) {
        double p[3], R[9], q[3], Q[9];
        trm_frame_in_ground(system, ends[k][0], p, R);
        trm_frame_in_ground(system, ends[k][1], q, Q);
        trm_mirror_vector(mask, p);
        same("joint place", q, p, 3);
        double z[3] = {R[2], R[5], R[8]}, axis[3] = {Q[2], Q[5], Q[8]};
        /* turning joints: the axis is axial; sliding and cylindrical ones: polar */
        if (a->type->slides) trm_mirror_vector(mask, z);
        if (!a->type->slides) trm_mirror_axial(mask, z);
        if (strcmp(a->item->type->name, "spherical") != 0) same("joint axis", axis, z, 3);
      }
    }
  CHECK(pairs == 5);
}

static void compare_markers(const TrmSystem *system, char side) {
  unsigned mask = 1u << (side - 'x');
  size_t pairs = 0;
  for (size_t i = 0; i < system->marker_count; i++)
    for (size_t j = 0; j < system->marker_count; j++) {
      TrmMarker a = system->markers[i];
      const TrmMarker *b = &system->markers[j];
      /* ground's markers carry the prefix themselves: ground.o_post */
      size_t skip = a.body == TRM_GROUND && b->body == TRM_GROUND ? strlen("ground.") : 0;
      if (a.body == TRM_GROUND && b->body != TRM_GROUND) continue;
      const char *original = a.name + skip, *copy = b->name + skip;
      if (original[0] != 'o' || copy[0] != side || strcmp(original + 1, copy + 1) != 0) continue;
      pairs++;
      trm_mirror_vector(mask, a.s_b);
      same("marker", b->s_b, a.s_b, 3);
      trm_mirror_matrix(mask, a.A);
      same("marker axes", b->A, a.A, 9);
    }
  CHECK(pairs == 7);
}

/* a reflection itself, written out: reflecting a known rotation */
static void known_reflection(void) {
  /* a quarter turn about z, mirrored in y, turns the other way; an axis along y keeps its sense */
  double turn[9] = {0, -1, 0, 1, 0, 0, 0, 0, 1}, back[9] = {0, 1, 0, -1, 0, 0, 0, 0, 1};
  trm_mirror_matrix(2, turn);
  same("quarter turn", turn, back, 9);
  double spin[3] = {1, 2, 3}, expected[3] = {-1, 2, -3};
  trm_mirror_axial(2, spin);
  same("spin", spin, expected, 3);
}

int main(void) {
  TrmLog *log = trm_log_new();
  TrmModel *model = NULL, *again = NULL;
  TrmSystem *system = NULL, *reread = NULL;
  known_reflection();
  CHECK(trm_model_read("tests/language/mirror.yaml", NULL, 0, log, &model) == TRM_OK);
  CHECK(model && trm_system_compile(model, log, &system) == TRM_OK);
  if (system) {
    for (char side = 'x'; side <= 'z'; side++) {
      compare_bodies(system, side);
      compare_joints(system, side);
      compare_markers(system, side);
    }
    /* printed flat, read again: the same system to the last bit */
    char *yaml = trm_model_to_yaml(model);
    CHECK(trm_model_parse(yaml, strlen(yaml), "printed", NULL, 0, log, &again) == TRM_OK);
    CHECK(again && trm_system_compile(again, log, &reread) == TRM_OK);
    char *first = trm_system_report_json(system),
         *second = reread ? trm_system_report_json(reread) : NULL;
    CHECK_TEXT(second, first);
    trm_text_free(first);
    trm_text_free(second);
    trm_text_free(yaml);
  }
  check_figure("mirroring", "bodies, markers and joints of an included part",
               "reflection of the original", worst, 1e-12);
  char *messages = trm_log_render(log, TRM_LOG_PLAIN);
  CHECK_TEXT(messages, "");
  trm_text_free(messages);
  trm_system_free(system);
  trm_system_free(reread);
  trm_model_free(model);
  trm_model_free(again);
  trm_log_free(log);
  return check_done();
}
