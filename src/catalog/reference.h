/* SPDX-License-Identifier: Apache-2.0
 *
 * Reference: the pages of the language reference in Markdown, from the tables.
 */
#ifndef TRM_CATALOG_REFERENCE_H
#define TRM_CATALOG_REFERENCE_H

#include "base/text.h"

extern const char *const trm_reference_pages[]; /* names of the pages, NULL-terminated */

/* Write the page called `page`; returns 0 when there is none. */
int trm_reference_write(const char *page, TrmText *out);

#endif
