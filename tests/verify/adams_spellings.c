/* SPDX-License-Identifier: Apache-2.0
 *
 * Datasets written over in other ways mean the same: every dataset of this folder, its lines
 * changed as other programs and people write them, becomes the same model to the letter.
 */
#include "check.h"
#include "trammel/trammel.h"
#include <ctype.h>

enum { MOST = 200000 };

static char text[MOST], changed[MOST];

static char *put(char *out, const char *bytes, size_t length) {
  memcpy(out, bytes, length);
  return out + length;
}

static int has_word(const char *line, size_t length, const char *word) {
  size_t n = strlen(word);
  for (size_t i = 0; i + n <= length; i++) {
    size_t k = 0;
    while (k < n && toupper((unsigned char)line[i + k]) == word[k]) k++;
    if (k == n) return 1;
  }
  return 0;
}

/* lines with texts in them keep their letters and commas */
static int is_text(const char *line, size_t length) {
  return memchr(line, '"', length) || memchr(line, '\'', length) ||
         has_word(line, length, "COMMENT") || has_word(line, length, ",C=") ||
         has_word(line, length, "STRING");
}

static char *lower_case(char *out, const char *line, size_t n) {
  for (size_t i = 0; i < n; i++) *out++ = (char)tolower((unsigned char)line[i]);
  return out;
}

static char *upper_case(char *out, const char *line, size_t n) {
  for (size_t i = 0; i < n; i++) *out++ = (char)toupper((unsigned char)line[i]);
  return out;
}

/* what follows a comma goes on the next line */
static char *one_a_line(char *out, const char *line, size_t n) {
  int depth = 0, begun = 0;
  if (memchr(line, '&', n)) return put(out, line, n);
  for (size_t i = 0; i < n; i++) {
    depth += (line[i] == '(') - (line[i] == ')');
    if (line[i] == ',' && depth == 0 && begun) *out++ = '\n';
    *out++ = line[i];
    begun |= line[i] != ',' && line[i] != ' ';
  }
  return out;
}

static char *wide(char *out, const char *line, size_t n) {
  for (size_t i = 0; i < n; i++) {
    int mark = line[i] == '=' || line[i] == ',';
    if (mark) *out++ = '\t';
    *out++ = line[i];
    if (mark) out = put(out, "   ", 3);
  }
  return out;
}

static char *remarks(char *out, const char *line, size_t n) {
  static const char more[] = " ! x = 3, y\n! PART/9\n\n  !";
  out = put(out, line, n);
  return memchr(line, '&', n) ? out : put(out, more, sizeof more - 1);
}

static char *blanks_behind(char *out, const char *line, size_t n) {
  out = put(out, line, n);
  return put(out, "  \t ", 4);
}

static char *blanks_before(char *out, const char *line, size_t n) {
  out = put(out, "  \t ", 4);
  return put(out, line, n);
}

/* PART/1 is PART/0001 */
static char *zeros(char *out, const char *line, size_t n) {
  size_t i = 0;
  while (i < n && (isalpha((unsigned char)line[i]) || line[i] == '_')) i++;
  if (!i || i + 1 >= n || line[i] != '/' || !isdigit((unsigned char)line[i + 1]))
    return put(out, line, n);
  out = put(out, line, i + 1);
  out = put(out, "000", 3);
  return put(out, line + i + 1, n - i - 1);
}

/* 1.5 is 1.5D0 */
static char *exponents(char *out, const char *line, size_t n) {
  for (size_t i = 0; i < n;) {
    size_t k = i, points = 0;
    while (k < n && (isalnum((unsigned char)line[k]) || line[k] == '_' || line[k] == '.'))
      points += line[k++] == '.';
    size_t letters = 0;
    for (size_t j = i; j < k; j++) letters += !isdigit((unsigned char)line[j]) && line[j] != '.';
    out = put(out, line + i, k - i);
    if (k > i && points == 1 && !letters) out = put(out, "D0", 2);
    if (k < n && k == i) *out++ = line[k++];
    i = k;
  }
  return out;
}

/* names of statements as short as they may be */
static char *short_names(char *out, const char *line, size_t n) {
  static const char *const words[][2] = {
      {"PART/", "PAR/"},     {"MARKER/", "MAR/"},    {"JOINT/", "JOI/"},   {"REQUEST/", "REQ/"},
      {"GRAPHICS/", "GRA/"}, {"ACCGRAV/", "ACC/"},   {"UNITS/", "UNI/"},   {"SFORCE/", "SFO/"},
      {"MOTION/", "MOT/"},   {"VARIABLE/", "VARI/"}, {"BUSHING/", "BUSH/"}};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    size_t length = strlen(words[i][0]);
    if (n < length || strncmp(line, words[i][0], length) != 0) continue;
    out = put(out, words[i][1], strlen(words[i][1]));
    return put(out, line + length, n - length);
  }
  return put(out, line, n);
}

static const struct {
  const char *what;
  char *(*change)(char *out, const char *line, size_t n);
  const char *end; /* of each line */
} ways[] = {{"lower case", lower_case, "\n"},
            {"upper case", upper_case, "\n"},
            {"one argument or number a line", one_a_line, "\n"},
            {"blanks and tabs around everything", wide, "\n"},
            {"remarks behind and between lines", remarks, "\n"},
            {"blanks behind lines", blanks_behind, "\n"},
            {"blanks before lines", blanks_before, "\n"},
            {"zeros before ids", zeros, "\n"},
            {"exponents of double precision", exponents, "\n"},
            {"short names", short_names, "\n"},
            {"line ends of Windows", NULL, "\r\n"},
            {"line ends of old Macintoshes", NULL, "\r"}};

/* the dataset in another way: the title and comments stay as they are */
static void rewrite(size_t way) {
  char *out = changed;
  for (const char *line = text; *line;) {
    size_t n = strcspn(line, "\n"), blank = strspn(line, " \t");
    int kept = line == text || blank >= n || line[blank] == '!' || !ways[way].change;
    if (kept || is_text(line, n))
      out = put(out, line, n);
    else
      out = ways[way].change(out, line, n);
    out = put(out, ways[way].end, strlen(ways[way].end));
    line += n + (line[n] == '\n');
  }
  *out = 0;
}

static char *import(const char *dataset, const char *what) {
  TrmLog *log = trm_log_new();
  TrmModel *model = NULL;
  TrmStatus status =
      trm_model_parse(dataset, strlen(dataset), "spelling.adm", NULL, 0, log, &model);
  char *yaml = status == TRM_OK ? trm_model_to_yaml(model) : NULL;
  char *said = yaml ? NULL : trm_log_render(log, TRM_LOG_PLAIN);
  CHECK(yaml != NULL);
  if (said) fprintf(stderr, "%s: %s\n", what, said);
  trm_text_free(said);
  trm_model_free(model);
  trm_log_free(log);
  return yaml;
}

static int read_dataset(const char *path) {
  FILE *file = fopen(path, "r");
  CHECK(file != NULL);
  if (!file) return 0;
  size_t length = fread(text, 1, MOST / 8, file);
  fclose(file);
  text[length] = 0;
  return 1;
}

int main(void) {
  static const char *const paths[] = {
      "tests/verify/adams/distance.adm",  "tests/verify/adams/everything.adm",
      "tests/verify/adams/hanging.adm",   "tests/verify/adams/more.adm",
      "tests/verify/adams/prismatic.adm", "tests/verify/adams/revolute.adm",
      "tests/verify/adams/spherical.adm", "tests/verify/adams/spring.adm",
      "tests/verify/adams/universal.adm", "examples/swing.adm"};
  size_t same = 0, count = sizeof paths / sizeof *paths, way_count = sizeof ways / sizeof *ways;
  for (size_t i = 0; i < count; i++) {
    if (!read_dataset(paths[i])) continue;
    char *wanted = import(text, paths[i]);
    for (size_t way = 0; way < way_count; way++) {
      rewrite(way);
      char *yaml = import(changed, ways[way].what);
      int equal = yaml && wanted && strcmp(yaml, wanted) == 0;
      CHECK(equal);
      if (!equal) fprintf(stderr, "%s with %s differs\n", paths[i], ways[way].what);
      same += (size_t)equal;
      trm_text_free(yaml);
    }
    trm_text_free(wanted);
  }
  printf("%zu datasets in %zu ways\n", count, way_count);
  check_figure("Adams datasets", "datasets written in twelve other ways that mean something else",
               "the same model", (double)(count * way_count - same), 0);
  return check_done();
}
