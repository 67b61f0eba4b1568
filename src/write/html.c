/* SPDX-License-Identifier: Apache-2.0
 *
 * HTML: escaping.
 */
#include "write/html.h"

void trm_html_text(TrmText *out, const char *text) {
  for (const char *c = text; *c; c++) {
    if (*c == '<')
      trm_text_add(out, "&lt;");
    else if (*c == '>')
      trm_text_add(out, "&gt;");
    else if (*c == '&')
      trm_text_add(out, "&amp;");
    else if (*c == '"')
      trm_text_add(out, "&quot;");
    else
      trm_text_char(out, *c);
  }
}

void trm_html_json(TrmText *out, const char *json) {
  for (const char *c = json; *c; c++) {
    if (*c == '<')
      trm_text_add(out, "\\u003c");
    else
      trm_text_char(out, *c);
  }
}

void trm_html_picture(TrmText *out, const char *type, const TrmText *bytes, const char *what) {
  trm_text_add(out, "<img alt=\"");
  trm_html_text(out, what);
  trm_text_printf(out, "\" src=\"data:image/%s;base64,", type);
  trm_text_base64(out, bytes->bytes, bytes->length);
  trm_text_add(out, "\">\n");
}
