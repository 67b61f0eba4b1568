/* SPDX-License-Identifier: Apache-2.0
 *
 * Repeats against the same models written out by hand.
 */
#include "read_fixture.h"

#define HEAD "trammel: 1\nbodies: {arm: {mass: 1, inertia: [1, 1, 1]}}\n"

static void test_names_and_values(void) {
  fixture_same(fixture_read(HEAD "parameters: {N: 2, d: 0.5}\n"
                                 "repeat:\n"
                                 "  for: {i: 0..N}\n"
                                 "  points:\n"
                                 "    \"P{i}\": [i, i*d, -i]\n"
                                 "    \"Q{2*i-1+1}_{N-i}\": \"P{i}\"\n"),
               HEAD "parameters: {N: 2, d: 0.5}\n"
                    "points:\n"
                    "  P0: [0, 0*d, -0]\n  Q0_2: P0\n"
                    "  P1: [1, 1*d, -1]\n  Q2_1: P1\n"
                    "  P2: [2, 2*d, -2]\n  Q4_0: P2\n");
}

/* several variables nest, later ranges may use earlier variables; empty ranges make nothing */
static void test_nested_ranges(void) {
  fixture_same(
      fixture_read(HEAD "repeat: {for: {i: 1..3, j: i..2}, points: {\"P{i}{j}\": [i, j, 0]}}\n"),
      HEAD "points: {P11: [1, 1, 0], P12: [1, 2, 0], P22: [2, 2, 0]}\n");
  fixture_same(fixture_read(HEAD "repeat: {for: {i: 3..1}, points: {\"P{i}\": [i, 0, 0]}}\n"),
               HEAD);
  fixture_same(
      fixture_read(HEAD "repeat: {for: {i: -1..0}, points: {\"P{i+1}\": [i, 2^i, 3*i]}}\n"),
      HEAD "points: {P0: [-1, 2^(-1), 3*(-1)], P1: [0, 2^0, 3*0]}\n");
}

/* a repeat in a repeat, and a list of repeats */
static void test_lists(void) {
  fixture_same(fixture_read(HEAD "repeat:\n"
                                 "  - for: {i: 1..2}\n"
                                 "    points: {\"A{i}\": [i, 0, 0]}\n"
                                 "    repeat:\n"
                                 "      - for: {j: {range: 1..i}}\n"
                                 "        points: {\"B{i}_{j}\": [10*i + j, 0, 0]}\n"
                                 "  - {for: {k: 7..7}, points: {\"C{k}\": [k, 0, 0]}}\n"),
               HEAD "points:\n"
                    "  A1: [1, 0, 0]\n  B1_1: [10*1 + 1, 0, 0]\n"
                    "  A2: [2, 0, 0]\n  B2_1: [10*2 + 1, 0, 0]\n  B2_2: [10*2 + 2, 0, 0]\n"
                    "  C7: [7, 0, 0]\n");
}

/* in references, functions and texts; the function i(x) is no loop variable */
static void test_everywhere(void) {
  fixture_same(
      fixture_read(HEAD "repeat:\n"
                        "  for: {i: 1..1}\n"
                        "  bodies: {\"b{i}\": {mass: 2*i, inertia: [i, i, i], markers: {\"m{i}\": "
                        "{at: [i, 0, 0]}}}}\n"
                        "  joints: {\"j{i}\": {revolute: [\"b{i-1+1}\", arm], at: [i, 0, 0], axis: "
                        "{from: [0, 0, 0], to: [0, i, 1]}}}\n"
                        "  outputs: {\"o{i}\": \"sin(i*time) + angle(j{i}) + dx(b{i}.m{i})\"}\n"),
      "trammel: 1\nbodies:\n  arm: {mass: 1, inertia: [1, 1, 1]}\n"
      "  b1: {mass: 2*1, inertia: [1, 1, 1], markers: {m1: {at: [1, 0, 0]}}}\n"
      "joints: {j1: {revolute: [b1, arm], at: [1, 0, 0], axis: {from: [0, 0, 0], to: [0, 1, 1]}}}\n"
      "outputs: {o1: sin(1*time) + angle(j1) + dx(b1.m1)}\n");
}

/* bounds follow settings; units are constants, so ratios of lengths count */
static void test_bounds(void) {
  static const char text[] =
      HEAD "parameters: {N: 1, L: 2*m}\n"
           "repeat: {for: {i: 1..N*L/(500*mm)}, points: {\"P{i}\": [i, 0, 0]}}\n";
  TrmSetting setting = {"N", "0.5"};
  TrmModel *model = fixture_parse(text, strlen(text), "test.yaml", &setting, 1);
  fixture_same(model,
               HEAD "parameters: {N: 0.5, L: 2*m}\npoints: {P1: [1, 0, 0], P2: [2, 0, 0]}\n");
}

/* the same error is not reported for every copy */
static void test_errors_once(void) {
  CHECK_TEXT(fixture_faults(HEAD "repeat: {for: {i: 1..9}, points: {\"P{i}\": [i, 0, 0, 0]}}\n"),
             "E103 3:43");
  CHECK_TEXT(fixture_faults(HEAD "repeat: {for: {i: 1..9}, points: {\"P{k}\": [i, 0, 0]}}\n"),
             "E204 3:38");
  CHECK_TEXT(fixture_faults(HEAD "repeat: {for: {i: 1..9}, points: {\"P{i*}\": [i, 0, 0]}}\n"),
             "E402 3:40");
}

/* a hundred thousand copies, and ten times the time for ten times the copies */
static void test_size(void) {
  double seconds[2];
  for (int k = 0; k < 2; k++) {
    char text[256];
    snprintf(text, sizeof text,
             HEAD "repeat: {for: {i: 1..%d}, bodies: {\"b{i}\": {mass: i+1, at: [i, 2*i, 0]}}}\n",
             k ? 50000 : 5000);
    double start = fixture_now();
    TrmModel *model = fixture_read(text);
    seconds[k] = fixture_now() - start;
    CHECK(model != NULL);
    CHECK(trm_model_item(model, "bodies", k ? "b50000" : "b5000") != NULL);
    trm_model_free(model);
  }
  CHECK(seconds[1] < 40 * seconds[0] + 0.1);
}

int main(void) {
  test_names_and_values();
  test_nested_ranges();
  test_lists();
  test_everywhere();
  test_bounds();
  test_errors_once();
  test_size();
  return check_done();
}
