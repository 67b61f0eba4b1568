/* SPDX-License-Identifier: Apache-2.0
 *
 * Packing: columns of every kind come back to the same bits of single precision; smooth ones are
 * small; base 64 is that of RFC 4648. The page: texts of a result are never HTML in it.
 */
#define _XOPEN_SOURCE 700
#include "check.h"
#include "results/store.h"
#include "write/pack.h"
#include "write/page.h"
#include <float.h>
#include <unistd.h>

enum { MOST = 10000 };
static float column[MOST], back[MOST];
static unsigned char bytes[4 * MOST], work[4 * MOST + 10000];

/* 1 when the column comes back; its size in base 64, in bytes per value */
static int comes_back(size_t count, double *size) {
  TrmText text = {0};
  int order = trm_pack_column(column, count, bytes);
  CHECK(order >= 0 && order <= TRM_PACK_ORDER);
  memset(back, 0xa5, sizeof back);
  trm_unpack_column(bytes, count, order, back);
  CHECK(trm_pack_room(4 * count) <= sizeof work);
  trm_pack_deflate(bytes, 4 * count, work, sizeof work, &text);
  *size = count ? (double)text.length / (double)count : 0;
  trm_text_clear(&text);
  return memcmp(column, back, count * sizeof *column) == 0;
}

static void test_columns(void *context) {
  (void)context;
  double size;
  static const float odd[] = {0,      -0.0f, FLT_MIN, -FLT_MAX, FLT_MAX, INFINITY, -INFINITY, NAN,
                              1e-45f, 1,     -1,      3,        NAN,     NAN,      2};
  for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) column[i] = odd[i];
  for (size_t n = 0; n <= sizeof odd / sizeof *odd; n++) CHECK(comes_back(n, &size));
  for (int round = 0; round < 50; round++) {
    for (size_t i = 0; i < 300; i++)
      column[i] = trm_pack_single(check_random(-1, 1) * pow(10, check_random(-50, 50)));
    CHECK(comes_back(300, &size));
  }
  /* a constant, a line, a sine of a thousand rows a turn, noise */
  for (size_t i = 0; i < MOST; i++) column[i] = 3.25f;
  CHECK(comes_back(MOST, &size));
  check_figure("page", "bytes for a value of a constant signal", "little", size, 0.01);
  for (size_t i = 0; i < MOST; i++) column[i] = trm_pack_single(0.1 * (double)i);
  CHECK(comes_back(MOST, &size));
  check_figure("page", "bytes for a value that grows evenly", "four", size, 0.5);
  for (size_t i = 0; i < MOST; i++) column[i] = trm_pack_single(2 + sin((double)i * 6.283e-3));
  CHECK(comes_back(MOST, &size));
  check_figure("page", "bytes for a value of a smooth signal", "four", size, 1);
  for (size_t i = 0; i < MOST; i++) column[i] = trm_pack_single(check_random(0, 1));
  CHECK(comes_back(MOST, &size));
}

static void test_base64(void *context) {
  static const char *const pairs[][2] = {{"", ""},
                                         {"f", "Zg=="},
                                         {"fo", "Zm8="},
                                         {"foo", "Zm9v"},
                                         {"foob", "Zm9vYg=="},
                                         {"fooba", "Zm9vYmE="},
                                         {"foobar", "Zm9vYmFy"}};
  (void)context;
  for (int i = 0; i < 7; i++) {
    TrmText text = {0};
    trm_text_base64(&text, pairs[i][0], strlen(pairs[i][0]));
    CHECK_TEXT(text.bytes ? text.bytes : "", pairs[i][1]);
    trm_text_clear(&text);
  }
}

typedef struct Page {
  TrmResult *result;
  TrmArena *arena;
  TrmLog *log;
  TrmText out;
} Page;

static void write_page(void *context) {
  Page *page = context;
  TrmPageRun run = {.result = page->result, .file = "<b>&.h5"};
  CHECK(trm_page_write(&run, 1, page->arena, page->log, &page->out) == TRM_OK);
  CHECK(run.rows == 3 && run.all_rows == 3 && run.signals == 2 && run.all_signals == 2);
}

/* how often `what` stands in a text */
static int count_of(const char *text, const char *what) {
  int count = 0;
  for (const char *at = text; (at = strstr(at, what)); at++) count++;
  return count;
}

static void test_page(void) {
  static const TrmSignal signals[] = {{"time", "s"}, {"</script>", "<i>"}};
  TrmAttribute about[] = {{"name", "<script>&amp;"}, {"picture", "</script><img>"}};
  char path[] = "/tmp/trammel-page-XXXXXX";
  int file = mkstemp(path);
  CHECK(file >= 0 && close(file) == 0);
  TrmStore *store = NULL;
  Page page = {NULL, trm_arena_new(), trm_log_new(), {0}};
  CHECK(trm_store_create(path, signals, 2, about, 2, 0, page.log, &store) == TRM_OK);
  for (int i = 0; store && i < 3; i++)
    CHECK(trm_store_append(store, (double[]){i, i * i}) == TRM_OK);
  CHECK(trm_store_close(store, 1) == TRM_OK);
  CHECK(trm_result_open(path, page.log, &page.result) == TRM_OK);
  if (page.result) CHECK(trm_guard(write_page, &page) == TRM_OK);
  const char *text = page.out.bytes ? page.out.bytes : "";
  CHECK(strstr(text, "<title>&lt;script&gt;&amp;amp;</title>") != NULL);
  CHECK(strstr(text, "\\u003c/script>\\u003cimg>") != NULL &&
        strstr(text, "\\u003cb>&.h5") != NULL);
  CHECK(!strstr(text, "<b>") && !strstr(text, "<i>") && !strstr(text, "<img>"));
  /* as many elements end as begin */
  CHECK(count_of(text, "<script") == count_of(text, "</script>"));
  CHECK(count_of(text, "class=\"block\"") == 1 && strstr(text, "</html>") != NULL);
  trm_text_clear(&page.out);
  trm_result_free(page.result);
  trm_arena_free(page.arena);
  trm_log_free(page.log);
  CHECK(unlink(path) == 0);
}

int main(void) {
  CHECK(trm_guard(test_columns, NULL) == TRM_OK);
  CHECK(trm_guard(test_base64, NULL) == TRM_OK);
  CHECK(isinf(trm_pack_single(1e300)) && trm_pack_single(-1e300) < 0);
  test_page();
  return check_done();
}
