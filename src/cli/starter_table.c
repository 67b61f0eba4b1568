/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of starter models: one line each, simplest first.
 */
#include "cli/starter.h"
#include <stddef.h>

const TrmStarter *const trm_starters[] = {
    &trm_starter_pendulum,
    &trm_starter_slider_crank,
    &trm_starter_four_bar,
    &trm_starter_suspension_corner,
    NULL,
};
