/* SPDX-License-Identifier: Apache-2.0
 *
 * Starter: a model to begin from, with comments that teach the language on the way.
 */
#ifndef TRM_CLI_STARTER_H
#define TRM_CLI_STARTER_H

typedef struct TrmStarter {
  const char *kind;    /* the word after `trammel new` */
  const char *summary; /* one line, lower case, no full stop */
  const char *text;    /* YAML; the line that names the model is written before it */
} TrmStarter;

extern const TrmStarter trm_starter_pendulum;
extern const TrmStarter trm_starter_slider_crank;
extern const TrmStarter trm_starter_four_bar;
extern const TrmStarter trm_starter_suspension_corner;

extern const TrmStarter *const trm_starters[]; /* NULL-terminated */

#endif
