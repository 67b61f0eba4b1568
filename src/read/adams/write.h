/* SPDX-License-Identifier: Apache-2.0
 *
 * The handlers of statements, named in statements.def.
 */
#ifndef TRM_READ_ADAMS_WRITE_H
#define TRM_READ_ADAMS_WRITE_H

#include "read/adams/adams.h"

#define TRM_ADAMS_STATEMENT(name, pass, handler, keys)                                             \
  void trm_adams_write_##handler(TrmAdams *a, TrmAdamsStatement *s);
#define TRM_ADAMS_SKIPPED(name, about)
#define TRM_ADAMS_LACKING(name, about)
#define TRM_ADAMS_COMMAND(name, keys)
#include "read/adams/statements.def"
#undef TRM_ADAMS_STATEMENT
#undef TRM_ADAMS_SKIPPED
#undef TRM_ADAMS_LACKING
#undef TRM_ADAMS_COMMAND

#endif
