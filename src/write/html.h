/* SPDX-License-Identifier: Apache-2.0
 *
 * HTML: text that is only ever text, and the bytes of a picture inside a page.
 */
#ifndef TRM_WRITE_HTML_H
#define TRM_WRITE_HTML_H

#include "base/text.h"

/* Append text between tags, or in an attribute between quotation marks. */
void trm_html_text(TrmText *out, const char *text);

/* Append JSON in an element of its own: every < is written \u003c. */
void trm_html_json(TrmText *out, const char *json);

/* Append a picture, of type "svg+xml" or "png"; `what` says it in
 * words. */
void trm_html_picture(TrmText *out, const char *type, const TrmText *bytes, const char *what);

#endif
