/* SPDX-License-Identifier: Apache-2.0
 *
 * The writers: what a result holds is found again in CSV, JSON and MAT-5, the last of which a small
 * reader here takes apart; and the commands info and export, driven with the same result.
 */
#define _XOPEN_SOURCE 700
#include "check.h"
#include "write/write.h"
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROWS = 5, SIGNALS = 5 };

static char folder[] = "/tmp/trammel-write-XXXXXX";
static char path[sizeof folder + 16], command[1024];
static const char *trammel;
static const TrmSignal signals[SIGNALS] = {
    {"time", "s"}, {"a.b", "m"}, {"a_b", "N m"}, {"2 \"x\", y", ""}, {"angle \xcf\x86", "rad"}};
static const double values[ROWS][SIGNALS] = {{0, 0.1, 1.0 / 3, -0.0, 1e300},
                                             {0.1, 2, 5e-324, 1, -1},
                                             {0.2, 3, 0.30000000000000004, 2, 0},
                                             {0.3, (double)NAN, 4, 3, 0},
                                             {0.4, (double)INFINITY, 5, 4, 7}};

typedef struct Context {
  TrmArena *arena;
  TrmLog *log;
  TrmResult *result;
  TrmText out;
} Context;

static void write_result(TrmLog *log) {
  TrmStore *store = NULL;
  TrmAttribute about[] = {
      {"analysis", "kinematics"}, {"model", "a: \"b\"\nc: d\n"}, {"name", "bar"}};
  CHECK(trm_store_create(path, signals, SIGNALS, about, 3, 0, log, &store) == TRM_OK);
  for (int i = 0; store && i < ROWS; i++) CHECK(trm_store_append(store, values[i]) == TRM_OK);
  if (store) CHECK(trm_store_note(store, "steps", "5") == TRM_OK);
  CHECK(trm_store_close(store, 1) == TRM_OK);
}

static void test_csv(Context *c, const size_t *all) {
  CHECK(trm_writer_csv.write(c->result, all, SIGNALS, c->arena, c->log, &c->out) == TRM_OK);
  const char *heading = "time [s],a.b [m],a_b [N m],\"2 \"\"x\"\", y\",angle \xcf\x86 [rad]\n";
  CHECK(c->out.length > strlen(heading) && strncmp(c->out.bytes, heading, strlen(heading)) == 0);
  /* every number reads back to the same bits */
  char *at = c->out.bytes + strlen(heading);
  for (int i = 0; i < ROWS; i++)
    for (int k = 0; k < SIGNALS; k++) {
      double value = strtod(at, &at);
      CHECK(isnan(values[i][k]) ? isnan(value) : memcmp(&value, &values[i][k], 8) == 0);
      CHECK(*at == (k + 1 < SIGNALS ? ',' : '\n'));
      at++;
    }
  CHECK(!*at && strstr(c->out.bytes, "0.30000000000000004,") && strstr(c->out.bytes, "\n0.1,2,"));
}

static void test_json(Context *c, const size_t *all) {
  c->out.length = 0;
  CHECK(trm_writer_json.write(c->result, all, 2, c->arena, c->log, &c->out) == TRM_OK);
  CHECK_TEXT(c->out.bytes,
             "{\"about\": {\"analysis\": \"kinematics\", \"model\": \"a: \\\"b\\\"\\nc: d\\n\", "
             "\"name\": \"bar\", \"complete\": true},\n"
             "\"signals\": [{\"name\": \"time\", \"unit\": \"s\"}, {\"name\": \"a.b\", \"unit\": "
             "\"m\"}],\n\"data\": {\n\"time\": [0,0.1,0.2,0.3,0.4],\n"
             "\"a.b\": [0.1,2,3,null,null]}}\n");
}

/* a small reader of MAT-5: an element's type and length, and where its bytes are */
typedef struct Element {
  uint32_t type, length;
  const char *bytes;
} Element;

static Element next_element(const char **at) {
  Element element;
  memcpy(&element.type, *at, 4);
  memcpy(&element.length, *at + 4, 4);
  element.bytes = *at + 8;
  *at += 8 + (element.length + 7) / 8 * 8;
  return element;
}

/* class, dimensions and name of an array; leaves `at` at its contents */
static uint32_t open_array(const char **at, int32_t *dims, char *name) {
  Element flags = next_element(at), size = next_element(at), word = next_element(at);
  uint32_t class;
  CHECK(flags.type == 6 && flags.length == 8 && size.type == 5 && size.length == 8);
  CHECK(word.type == 1 && word.length < 64);
  memcpy(&class, flags.bytes, 4);
  memcpy(dims, size.bytes, 8);
  memcpy(name, word.bytes, word.length);
  name[word.length] = 0;
  return class;
}

static void test_mat(Context *c, const size_t *all) {
  static const char *const names[] = {"time", "a_b", "a_b_2", "x2__x___y", "angle___"};
  c->out.length = 0;
  CHECK(trm_writer_mat.write(c->result, all, SIGNALS, c->arena, c->log, &c->out) == TRM_OK);
  CHECK(memcmp(c->out.bytes, "MATLAB 5.0 MAT-file", 19) == 0);
  CHECK(memcmp(c->out.bytes + 124, "\0\1IM", 4) == 0);
  const char *at = c->out.bytes + 128;
  int32_t dims[2];
  char name[64];
  for (int k = 0; k < SIGNALS; k++) {
    Element array = next_element(&at);
    const char *in = array.bytes;
    CHECK(array.type == 14 && open_array(&in, dims, name) == 6);
    CHECK(dims[0] == ROWS && dims[1] == 1);
    CHECK_TEXT(name, names[k]);
    Element data = next_element(&in);
    CHECK(data.type == 9 && data.length == ROWS * 8 && in == at);
    for (int i = 0; i < ROWS; i++) CHECK(memcmp(data.bytes + 8 * i, &values[i][k], 8) == 0);
  }
  /* the names and units as they are */
  for (int list = 0; list < 2; list++) {
    Element array = next_element(&at);
    const char *in = array.bytes;
    CHECK(array.type == 14 && open_array(&in, dims, name) == 1 && dims[0] == SIGNALS);
    CHECK_TEXT(name, list ? "signal_units" : "signal_names");
    for (int k = 0; k < 4; k++) {
      const char *text = list ? signals[k].unit : signals[k].name;
      Element cell = next_element(&in);
      const char *inner = cell.bytes;
      CHECK(open_array(&inner, dims, name) == 4 && dims[1] == (int32_t)strlen(text));
      Element letters = next_element(&inner);
      CHECK(letters.type == 17 && letters.length == 2 * strlen(text));
      for (size_t i = 0; i < strlen(text); i++) CHECK(letters.bytes[2 * i] == text[i]);
    }
  }
  CHECK(at == c->out.bytes + c->out.length);
}

/* many rows by way of a file with a hole: more than the format can hold */
static void test_limit(Context *c) {
  enum { MARK = 12345 };
  char large[sizeof folder + 16];
  snprintf(large, sizeof large, "%s/large.h5", folder);
  TrmStore *store = NULL;
  CHECK(trm_store_create(large, signals, 1, NULL, 0, MARK, c->log, &store) == TRM_OK);
  for (int i = 0; store && i < MARK; i++) trm_store_append(store, values[0]);
  CHECK(trm_store_close(store, 1) == TRM_OK);
  /* the number of rows, the bytes they take and the end of the file stand in the first page */
  uint64_t rows = 300000000, found = 0, old_end;
  unsigned char page[4096];
  FILE *file = fopen(large, "r+b");
  CHECK(file && fread(page, 1, sizeof page, file) == sizeof page);
  if (!file) return;
  memcpy(&old_end, page + 40, 8);
  uint64_t end = old_end + (rows - MARK) * 8, bytes = rows * 8;
  memcpy(page + 40, &end, 8);
  for (size_t i = 96; i + 8 <= sizeof page; i++) {
    uint64_t number;
    memcpy(&number, page + i, 8);
    if (number == MARK || number == MARK * 8) {
      memcpy(page + i, number == MARK ? &rows : &bytes, 8);
      found++;
    }
  }
  CHECK(found >= 2);
  rewind(file);
  CHECK(fwrite(page, 1, sizeof page, file) == sizeof page && fflush(file) == 0);
  CHECK(ftruncate(fileno(file), (off_t)end) == 0 && fclose(file) == 0);
  TrmResult *result = NULL;
  size_t time = 0;
  TrmEntry entry;
  CHECK(trm_result_open(large, c->log, &result) == TRM_OK);
  if (!result) return;
  CHECK(trm_result_rows(result) == rows);
  CHECK(trm_writer_mat.write(result, &time, 1, c->arena, c->log, &c->out) == TRM_FAILED);
  CHECK(trm_log_entry(c->log, 0, &entry) == TRM_OK);
  CHECK_TEXT(entry.code, "E608");
  trm_result_free(result);
}

/* run the command in the folder; its exit code, what it printed in `out` */
static int run(Context *c, const char *arguments) {
  snprintf(command, sizeof command, "cd %s && %s %s 2>&1", folder, trammel, arguments);
  fflush(NULL);
  FILE *pipe_end = popen(command, "r");
  char part[512];
  size_t got;
  c->out.length = 0;
  trm_text_add(&c->out, "");
  while (pipe_end && (got = fread(part, 1, sizeof part, pipe_end)) > 0)
    trm_text_bytes(&c->out, part, got);
  int status = pipe_end ? pclose(pipe_end) : -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void test_commands(Context *c) {
  CHECK(run(c, "info r.h5") == 0);
  CHECK_TEXT(c->out.bytes, "r.h5: kinematics of bar, complete\n"
                           "5 rows, time from 0 to 0.4 s\n"
                           "  model     kept, 12 bytes of text\n"
                           "  steps     5\n"
                           "5 signals\n"
                           "  time      [s]\n"
                           "  a         b [m]\n"
                           "  a_b       [N m]\n"
                           "  2 \"x\", y  number\n"
                           "  angle \xcf\x86   [rad]\n"
                           "Next: trammel view r.h5, or trammel export r.h5 -o FILE.csv\n");
  CHECK(run(c, "info r.h5 --json") == 0 && strstr(c->out.bytes, "\"time\": [0, 0.4]"));
  CHECK(run(c, "info none.h5") == 4 && strstr(c->out.bytes, "E001"));
  CHECK(run(c, "export r.h5 --signals a.b") == 0);
  CHECK_TEXT(c->out.bytes, "time [s],a.b [m]\n0,0.1\n0.1,2\n0.2,3\n0.3,nan\n0.4,inf\n");
  CHECK(run(c, "export r.h5 --signals 'a?b' --format json") == 0);
  CHECK(strstr(c->out.bytes, "\"a_b\": [0.3333333333333333,") != NULL);
  CHECK(run(c, "export r.h5 --signals a.c") == 1);
  CHECK(strstr(c->out.bytes, "E606") && strstr(c->out.bytes, "did you mean 'a.b'?"));
  CHECK(run(c, "export r.h5 -o r.csv && wc -l < r.csv") == 0);
  CHECK_TEXT(c->out.bytes, "6\n");
  CHECK(run(c, "export r.h5 -o r.mat && head -c 10 r.mat") == 0);
  CHECK_TEXT(c->out.bytes, "MATLAB 5.0");
  CHECK(run(c, "export r.h5 -o r.odt") == 1 && strstr(c->out.bytes, "--format"));
  CHECK(run(c, "export r.h5 -o r.h5 --format csv") == 1);
  /* other programs read the file too, where they are installed */
  if (system("command -v h5dump >/dev/null") != 0) return;
  snprintf(command, sizeof command, "h5dump -d /data %s | grep -q '( 5, 5 )'", path);
  CHECK(system(command) == 0);
}

static void test_all(void *context) {
  Context *c = context;
  size_t all[SIGNALS] = {0, 1, 2, 3, 4};
  write_result(c->log);
  CHECK(trm_result_open(path, c->log, &c->result) == TRM_OK);
  if (!c->result) return;
  test_csv(c, all);
  test_json(c, all);
  test_mat(c, all);
  CHECK(trm_writer_find("mat") == &trm_writer_mat && !trm_writer_find("xls"));
  CHECK(trm_writer_for("a.b/C.CSV") == &trm_writer_csv && !trm_writer_for("csv"));
  CHECK(trm_log_count(c->log) == 0);
  test_limit(c);
  if (trammel) test_commands(c);
}

int main(int count, char **words) {
  if (!mkdtemp(folder)) return 1;
  trammel = count > 1 ? words[1] : NULL;
  snprintf(path, sizeof path, "%s/r.h5", folder);
  Context context = {trm_arena_new(), trm_log_new(), NULL, {0}};
  CHECK(trm_guard(test_all, &context) == TRM_OK);
  trm_text_clear(&context.out);
  trm_result_free(context.result);
  trm_arena_free(context.arena);
  trm_log_free(context.log);
  snprintf(command, sizeof command, "rm -r %s", folder);
  CHECK(system(command) == 0);
  return check_done();
}
