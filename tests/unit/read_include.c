/* SPDX-License-Identifier: Apache-2.0
 *
 * Includes against the same models written out by hand: merging, prefixes, mirrors, parameters,
 * files in files, what holds for the whole model, and the limits.
 */
#include "model/model.h"
#include "read_fixture.h"

#define HEAD "trammel: 1\nbodies: {arm: {mass: 1, inertia: [1, 1, 1]}}\n"

/* read a text as if it stood in the folder */
static TrmModel *read_beside(const char *text) {
  char name[320];
  snprintf(name, sizeof name, "%s/main.yaml", fixture_folder);
  return fixture_parse(text, strlen(text), name, NULL, 0);
}

static const char *faults_beside(const char *text) {
  trm_model_free(read_beside(text));
  return fixture_codes;
}

static const char corner[] =
    "trammel: 1\nname: a corner\nunits: mks\n"
    "parameters: {k: 5, stiff: k*scale}\n"
    "points: {P: [k, 1, 0], Q: origin}\n"
    "bodies:\n"
    "  ground: {markers: {m: {at: [k, 0, 0]}}}\n"
    "  hub: {markers: {tip: {at: [1, 2, 3]}}, shape: {rod: {from: P, to: origin, radius: k}}}\n"
    "joints:\n"
    "  j: {revolute: [ground.m, hub.tip]}\n"
    "  f: {fixed: [hub, arm]}\n"
    "forces:\n"
    "  s: {spring: [hub, arm], from: P, to: Q, k: stiff, force: \"stiff*dx(hub.tip, arm) + "
    "time\"}\n"
    "outputs: {turn: angle(j)}\n";

#define OUTER "parameters: {scale: 2}\npoints: {origin: [0, 0, 0]}\n"

static void test_merge(void) {
  fixture_write("a.yaml", "points: {A: [1, 0, 0]}\nname: other\ntrammel: 1\n");
  fixture_write("b.yaml", "points: {B: A}\ninclude: c.yaml\n");
  fixture_write("c.yaml", "gravity: [0, 0, -1]\nsimulate: [{statics: {}}]\n");
  fixture_same(read_beside(HEAD "name: main\ninclude: [a.yaml, {file: b.yaml}]\n"),
               HEAD "name: main\npoints: {A: [1, 0, 0], B: A}\ngravity: [0, 0, -1]\n"
                    "simulate: [{statics: {}}]\n");
  /* the main file's own settings stay */
  fixture_same(read_beside(HEAD "gravity: [0, 0, -2]\ninclude: c.yaml\nsimulate: []\n"),
               HEAD "gravity: [0, 0, -2]\nsimulate: []\n");
}

static void test_prefix(void) {
  fixture_write("corner.yaml", corner);
  fixture_same(read_beside(HEAD OUTER "include: {file: corner.yaml, prefix: left_}\n"),
               "trammel: 1\n"
               "parameters: {scale: 2, left_k: 5, left_stiff: left_k*scale}\n"
               "points: {origin: [0, 0, 0], left_P: [left_k, 1, 0], left_Q: origin}\n"
               "bodies:\n"
               "  arm: {mass: 1, inertia: [1, 1, 1]}\n"
               "  ground: {markers: {left_m: {at: [left_k, 0, 0]}}}\n"
               "  left_hub: {markers: {tip: {at: [1, 2, 3]}}, shape: {rod: {from: left_P, to: "
               "origin, radius: left_k}}}\n"
               "joints:\n"
               "  left_j: {revolute: [ground.left_m, left_hub.tip]}\n"
               "  left_f: {fixed: [left_hub, arm]}\n"
               "forces:\n"
               "  left_s: {spring: [left_hub, arm], from: left_P, to: left_Q, k: left_stiff, "
               "force: \"left_stiff*dx(left_hub.tip, arm) + time\"}\n"
               "outputs: {left_turn: angle(left_j)}\n");
}

/* files in files: prefixes join, names are looked for outward */
static void test_chain(void) {
  fixture_write("outer.yaml",
                "parameters: {p: 1, q: 2}\ninclude: {file: inner.yaml, prefix: in_}\n");
  fixture_write("inner.yaml", "parameters: {p: 3, r: p + q + scale}\n");
  fixture_same(read_beside(HEAD "parameters: {scale: 9, q: 8}\n"
                                "include: {file: outer.yaml, prefix: out_}\n"),
               HEAD "parameters: {scale: 9, q: 8, out_p: 1, out_q: 2, out_in_p: 3, "
                    "out_in_r: out_in_p + out_q + scale}\n");
}

/* values given by the including file are meant there; the outermost wins */
static void test_parameters(void) {
  fixture_write("deep.yaml", "parameters: {a: 1, b: a}\n");
  fixture_write("middle.yaml",
                "parameters: {c: 4}\n"
                "include: {file: deep.yaml, prefix: d_, parameters: {a: 2*c, b: c}}\n");
  fixture_same(
      read_beside(HEAD "parameters: {c: 7}\n"
                       "include: {file: middle.yaml, prefix: m_, parameters: {c: 3*c, d_b: c}}\n"),
      HEAD "parameters: {c: 7, m_c: 3*c, m_d_a: 2*m_c, m_d_b: c}\n");
  CHECK_TEXT(faults_beside(HEAD "include: {file: deep.yaml, parameters: {z: 1}}\n"), "E204 3:41");
}

/* mirroring twice across one plane is no mirroring; settings reach prefixed names */
static void test_mirror(void) {
  fixture_write("part.yaml",
                "bodies: {hub: {markers: {tip: {at: [1, 2, 3]}}}}\nparameters: {n: 2}\n"
                "repeat: {for: {i: 1..n}, points: {\"P{i}\": [i, n, 0]}}\n");
  fixture_write("half.yaml", "include: {file: part.yaml, prefix: h_, mirror: [y, z]}\n");
  char name[320];
  snprintf(name, sizeof name, "%s/main.yaml", fixture_folder);
  static const char text[] = HEAD "include: {file: half.yaml, prefix: x_, mirror: y}\n";
  TrmSetting setting = {"x_h_n", "3"};
  TrmModel *model = fixture_parse(text, strlen(text), name, &setting, 1);
  CHECK_TEXT(fixture_codes, "");
  const TrmItem *hub = trm_model_find(model, "bodies", "x_h_hub");
  const TrmItem *arm = trm_model_find(model, "bodies", "arm");
  const TrmItem *point = trm_model_find(model, "points", "x_h_P3");
  CHECK(hub && hub->mirror == 4 && arm && arm->mirror == 0 && point && point->mirror == 4);
  const TrmValue *markers = hub ? trm_item_value(hub, "markers") : NULL;
  CHECK(markers && markers->count == 1 && markers->items[0]->mirror == 4);
  const TrmValue *at = point ? trm_item_value(point, "at") : NULL;
  CHECK(at && at->count == 3 && at->list[0].number == 3);
  if (at && at->count == 3) CHECK_TEXT(at->list[1].text, "x_h_n");
  trm_model_free(model);
}

/* ground's own things come from every file */
static void test_ground(void) {
  fixture_write("floor.yaml",
                "bodies: {ground: {markers: {a: {at: P}}, shape: {sphere: {radius: 1}}}}\n"
                "points: {P: [1, 1, 1]}\n");
  fixture_same(
      read_beside("trammel: 1\nbodies: {ground: {shape: {sphere: {radius: 3}}, markers: {a: {at: "
                  "[0, 0, 0]}}}}\n"
                  "include: [{file: floor.yaml, prefix: u_}, {file: floor.yaml, prefix: v_}]\n"),
      "trammel: 1\nbodies: {ground: {shape: [{sphere: {radius: 3}}, {sphere: {radius: 1}}, "
      "{sphere: {radius: 1}}], "
      "markers: {a: {at: [0, 0, 0]}, u_a: {at: u_P}, v_a: {at: v_P}}}}\n"
      "points: {u_P: [1, 1, 1], v_P: [1, 1, 1]}\n");
}

/* settings of the whole model */
static void test_agreement(void) {
  fixture_write("mm.yaml", "units: mmks\nplanar: false\npoints: {M: [1, 2, 3]}\n");
  CHECK_TEXT(faults_beside(HEAD "units: {length: mm}\ninclude: mm.yaml\n"), "");
  CHECK_TEXT(faults_beside(HEAD "include: mm.yaml\n"), "E022 1:1");
  CHECK_TEXT(faults_beside("trammel: 1\nplanar: true\nunits: mmks\nbodies: {}\ninclude: mm.yaml\n"),
             "E022 2:1");
}

/* a thousand files at most */
static void test_many_files(void) {
  fixture_write("one.yaml", "points: {P: [0, 0, 0]}\n");
  static char text[80000];
  for (int count = 1000; count <= 1002; count += 2) {
    size_t used = (size_t)snprintf(text, sizeof text, HEAD "include:\n");
    for (int i = 0; i < count; i++)
      used += (size_t)snprintf(text + used, sizeof text - used,
                               "  - {file: one.yaml, prefix: p%d_}\n", i);
    CHECK_TEXT(faults_beside(text), count == 1000 ? "" : "E021 1004:12");
  }
}

/* a file beyond the limit is refused by its size (E002), unread */
static void test_large_file(void) {
  const char *path = fixture_write("large.yaml", "points: {P: [0, 0, 0]}\n");
  CHECK(truncate(path, (off_t)1 << 30) == 0);
  double start = fixture_now();
  CHECK_TEXT(faults_beside(HEAD "include: large.yaml\n"), "E002 3:10");
  CHECK(fixture_now() - start < 1);
}

int main(void) {
  fixture_open();
  test_merge();
  test_prefix();
  test_chain();
  test_parameters();
  test_mirror();
  test_ground();
  test_agreement();
  test_many_files();
  test_large_file();
  fixture_close();
  return check_done();
}
