/* SPDX-License-Identifier: Apache-2.0
 *
 * A result as large as a page may be: `frames FILE BODIES ROWS` writes bodies that ride on circles
 * and spin, each in its own way, in closed form. tools/frames.sh measures the page of it.
 */
#include "base/text.h"
#include "results/store.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { PARTS = 7, LINE = 32 };

/* the picture: a rod for each body */
static void add_picture(TrmText *out, size_t bodies) {
  trm_text_add(out, "{\"picture\":1,\"planar\":false,\"length\":\"m\",\"time\":\"s\",\"force\":"
                    "\"N\",\"angle\":\"rad\",\"gravity\":[0,0,-9.81],\"ground\":{\"shapes\":[]},"
                    "\"bodies\":[");
  for (size_t i = 0; i < bodies; i++)
    trm_text_printf(out,
                    "%s{\"name\":\"b%zu\",\"mass\":[1],\"centre\":[0,0,0],\"turn\":[1,0,0,0],"
                    "\"shapes\":[{\"form\":\"capsule\",\"points\":[-0.4,0,0,0.4,0,0],\"radius\":"
                    "[0.05,0.05,0]}]}",
                    i ? "," : "", i);
  trm_text_add(out, "],\"joints\":[],\"motions\":[],\"forces\":[],\"markers\":[],\"points\":[]}");
}

/* place and turn of body i at a time */
static void place(size_t i, double time, double *v) {
  double phase = 0.37 * (double)i, speed = 1 + 0.5 * sin((double)i), a = speed * time + phase;
  v[0] = (double)(i % LINE) + 0.3 * cos(a);
  v[1] = (double)(i / LINE) + 0.3 * sin(a);
  v[2] = 0.2 * sin(2 * a);
  v[3] = cos(a / 2);
  v[4] = sin(a / 2) * sin(phase);
  v[5] = 0;
  v[6] = sin(a / 2) * cos(phase);
}

int main(int count, char **words) {
  static const char *const parts[PARTS] = {"x", "y", "z", "e0", "e1", "e2", "e3"};
  size_t bodies = count > 2 ? strtoul(words[2], NULL, 10) : 0;
  size_t rows = count > 3 ? strtoul(words[3], NULL, 10) : 0, all = 1 + PARTS * bodies;
  TrmLog *log = trm_log_new();
  TrmSignal *signals = calloc(all, sizeof *signals);
  char(*names)[24] = calloc(all, sizeof *names);
  double *row = calloc(all, sizeof *row);
  TrmText picture = {0};
  TrmStore *store = NULL;
  if (!bodies || !rows || !signals || !names || !row) {
    fputs("frames FILE BODIES ROWS\n", stderr);
    return 1;
  }
  signals[0] = (TrmSignal){"time", "s"};
  for (size_t i = 1; i < all; i++) {
    snprintf(names[i], sizeof *names, "b%zu.%s", (i - 1) / PARTS, parts[(i - 1) % PARTS]);
    signals[i] = (TrmSignal){names[i], (i - 1) % PARTS < 3 ? "m" : ""};
  }
  add_picture(&picture, bodies);
  const TrmAttribute about[] = {
      {"name", "many bodies"}, {"analysis", "dynamics"}, {"picture", picture.bytes}};
  TrmStatus status = trm_store_create(words[1], signals, all, about, 3, 0, log, &store);
  for (size_t k = 0; k < rows && status == TRM_OK; k++) {
    row[0] = 1e-3 * (double)k;
    for (size_t i = 0; i < bodies; i++) place(i, row[0], row + 1 + PARTS * i);
    status = trm_store_append(store, row);
  }
  if (status == TRM_OK) status = trm_store_close(store, 1);
  trm_text_clear(&picture);
  trm_log_free(log);
  free(row);
  free(names);
  free(signals);
  return status == TRM_OK ? 0 : 1;
}
