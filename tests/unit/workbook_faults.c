/* SPDX-License-Identifier: Apache-2.0
 *
 * Malformed workbooks: one cell of a good one spoilt, and what is said of it with the cell; and
 * archives that are damaged or made to mislead, which are refused within 2 s and 200 MB.
 */
#include "workbook.h"
#include <sys/resource.h>
#include <time.h>

/* a cell changed, and what is said: code and place; several are apart by a semicolon */
static const struct {
  const char *sheet, *cell, *text, *said;
} cases[] = {{"SimParam", "B1", "ten", "E736 SimParam!B1"},
             {"SimParam", "B1", "-5", "E742 SimParam!B1"},
             {"SimParam", "B2", NULL, "E742 SimParam!B2"},
             {"SimParam", "B3", "Dynamic", "E738 SimParam!B3"},
             {"SimParam", "B4", "w", "E738 SimParam!B4"},
             {"SimParam", "B6", "imperial", "E738 SimParam!B6"},
             {"SimParam", "B7", "abm2", "E738 SimParam!B7"},
             {"Bodies", "B1", "somewhere", "E735 Bodies!A1"},
             {"Bodies", "B2", "3", "E742 Bodies!B2"},
             {"Bodies", "C3", "t=\"e\"|<x:v>#DIV/0!</x:v>", "E736 Bodies!C3"},
             {"Bodies", "C3", "|<x:f>A1*2</x:f>", "E737 Bodies!C3"},
             {"Bodies", "C3", "t=\"b\"|<x:v>x</x:v>", ""},
             {"Bodies", "C3", "t=\"s\"|<x:v>7</x:v>", "E736 Bodies!C3"},
             {"Bodies", "H3", "1", "E740 Bodies!E3"},
             {"Bodies", "F3", "0", "E740 Bodies!E3"},
             {"Bodies", "M4", "0", "E740 Bodies!K4"},
             {"Bodies", "N3", "-1", "E742 Bodies!N3"},
             {"Bodies", "R3", "@(t) sin(2*", "E741 Bodies!R3"},
             {"Bodies", "A4", NULL, "E742 Bodies!A4"},
             {"Joints", "A2", "Revolut", "E738 Joints!A2"},
             {"Joints", "B2", "7", "E739 Joints!B2"},
             {"Joints", "C2", "1.5", "E739 Joints!C2"},
             {"Joints", "C2", NULL, "E742 Joints!C2"},
             {"Joints", "C2", "1", "E742 Joints!C2"},
             {"Joints", "I2", "0", "E742 Joints!G2"},
             {"Joints", "I2", "@(t) 1", "E736 Joints!I2"},
             {"Joints", "J2", "1", "W745 Joints!J2"},
             {"Joints", "C4", "9", "E736 Joints!C4"},
             {"Joints", "A3", "Driver", "E742 Joints Drivers!A2"},
             {"Joints Drivers", "B2", "8", "E736 Joints Drivers!B2"},
             {"Joints Drivers", "F2", "t^2", "E741 Joints Drivers!F2"},
             {"Joints Drivers", "G2", "@(t) 3*t", "W744 Joints Drivers!G2"},
             {"Joints Drivers", "B2", "4", "E742 Joints Drivers!C2"},
             {"Joints Drivers", "A3", "3", "E736 Joints Drivers!B3"},
             {"Force Elements", "A2", "Sprung", "E738 Force Elements!A2"},
             {"Force Elements", "L2", "4", "E736 Force Elements!L2"},
             {"Force Elements", "L2", "2", "E742 Force Elements!O2"},
             {"Force Elements", "A2", "Tspring", "E742 Force Elements!A2"},
             {"Force Elements", "P2", "days", "E738 Force Elements!P2"},
             {"Force Elements", "G2", "0", "E742 Force Elements!G2"},
             {"Bodies", "P4", "17.5", "E118 Bodies!O4"}};

/* three bodies, a joint of most kinds */
static void fill(Book *book) {
  book->count = 0;
  book_row(book, "SimParam", 'A', 1, "Run simulation for|2");
  book_row(book, "SimParam", 'A', 2, "Time step|0.01");
  book_row(book, "SimParam", 'A', 3, "Type of simulation|Dyn");
  book_row(book, "SimParam", 'A', 4, "Gravity direction|z");
  book_row(book, "SimParam", 'A', 5, "Gravity magnitude|-9.81");
  book_row(book, "SimParam", 'A', 6, "Units System|SI");
  book_row(book, "SimParam", 'A', 7, "Integrator|gstiff");
  book_row(book, "Bodies", 'A', 1, "Name|Centre of mass|||Point on x axis|||Point on y axis");
  book_row(book, "Bodies", 'K', 1, "Axis direction vector|||Mass|Inertia|||Force");
  book_row(book, "Bodies", 'J', 1, "Gap");
  book_row(book, "Bodies", 'A', 2, "Absolute frame|0|0|0");
  book_row(book, "Bodies", 'A', 3, "arm|1|0|0|1|1|0|0|0|0");
  book_row(book, "Bodies", 'N', 3, "2|1|1|1");
  book_row(book, "Bodies", 'A', 4, "ball|2|0|0");
  book_row(book, "Bodies", 'N', 4, "1|1|1|1");
  book_put(book, "Bodies", "T1", "Rot ang");
  book_put(book, "Bodies", "T4", "0.3");
  book_put(book, "Bodies", "M4", "1");
  book_row(book, "Joints", 'A', 1, "Type|Body i|Body j|P|||s_i|||s_j|||P2|||Name");
  book_row(book, "Joints", 'A', 2, "Revolute|1|2|0|0|0|0|0|1");
  book_row(book, "Joints", 'A', 3, "Points|3||2|0|0");
  book_row(book, "Joints", 'A', 4, "Simple|3|3");
  book_row(book, "Joints", 'A', 5, "Driver|2");
  book_row(book, "Joints Drivers", 'A', 1, "Body|Direction|u|||f|f'|f''");
  book_row(book, "Joints Drivers", 'A', 2, "2|6|0|0|1|@(t) t^2|@(t) 2*t|2");
  book_row(book, "Force Elements", 'A', 1, "Type|Body i|Body j|P_i|||P_j|||Constant|Rest length");
  book_row(book, "Force Elements", 'L', 1, "Number of functions|x1|f1|f2|Argument");
  book_row(book, "Force Elements", 'A', 2, "Spring|1|3|0|0|0|2|0|0|5|1|1|0|@(t) t");
}

/* "E736 Bodies!C3" for each error or warning */
static void describe(const TrmLog *log, char *out, size_t size) {
  size_t used = 0;
  *out = 0;
  for (size_t i = 0; i < trm_log_count(log); i++) {
    TrmEntry e;
    trm_log_entry(log, i, &e);
    if (e.severity == TRM_NOTE) continue;
    unsigned column = e.column;
    char name[8] = {0};
    if (column > 26) name[0] = (char)('A' + (column - 1) / 26 - 1);
    name[column > 26] = (char)('A' + (column ? column - 1 : 0) % 26);
    used += (size_t)snprintf(out + used, size - used, "%s%s", used ? ";" : "", e.code);
    if (e.sheet && e.line)
      used += (size_t)snprintf(out + used, size - used, " %s!%s%u", e.sheet, name, e.line);
  }
}

/* what is said of a workbook; the archive may be spoilt first */
static void read_bytes(const char *bytes, size_t length, char *said, size_t size) {
  TrmLog *log = trm_log_new();
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  TrmStatus status = trm_model_parse(bytes, length, "w.xlsx", NULL, 0, log, &model);
  CHECK((status == TRM_OK) == (trm_log_errors(log) == 0));
  if (model) trm_system_compile(model, log, &system);
  describe(log, said, size);
  trm_system_free(system);
  trm_model_free(model);
  trm_log_free(log);
}

static TrmText archive(TrmArena *arena, const Book *book) {
  TrmText out = {0};
  book_write(arena, book, NULL, &out);
  return out;
}

static void check_cells(void) {
  static Book book;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    TrmArena *arena = trm_arena_new();
    char said[512];
    fill(&book);
    book_put(&book, cases[i].sheet, cases[i].cell, cases[i].text);
    TrmText out = archive(arena, &book);
    read_bytes(out.bytes, out.length, said, sizeof said);
    int same = strcmp(said, cases[i].said) == 0;
    CHECK(same);
    if (!same)
      fprintf(stderr, "%s!%s = %s: '%s', not '%s'\n", cases[i].sheet, cases[i].cell,
              cases[i].text ? cases[i].text : "(nothing)", said, cases[i].said);
    trm_text_clear(&out);
    trm_arena_free(arena);
  }
}

/* a sheet left out, and rows below a blank one */
static void check_sheets(void) {
  static const char *const sheets[] = {"SimParam", "Bodies", "Joints", "Joints Drivers"};
  for (size_t k = 0; k < 5; k++) {
    static Book book;
    TrmArena *arena = trm_arena_new();
    char said[512];
    fill(&book);
    for (size_t i = 0; k < 4 && i < book.count; i++)
      if (strcmp(book.cells[i].sheet, sheets[k]) == 0) book.cells[i].sheet = "Other";
    if (k == 4) book_row(&book, "Joints", 'A', 9, "Revolute|1|3|0|0|0|0|0|1");
    TrmText out = archive(arena, &book);
    read_bytes(out.bytes, out.length, said, sizeof said);
    CHECK_TEXT(said, k == 4 ? "W745 Joints!A9" : "E734");
    trm_text_clear(&out);
    trm_arena_free(arena);
  }
}

static double slowest; /* seconds of the processor for one archive */

static void expect_refused(const char *what, const char *bytes, size_t length, const char *code) {
  char said[512];
  clock_t from = clock();
  read_bytes(bytes, length, said, sizeof said);
  double took = (double)(clock() - from) / CLOCKS_PER_SEC;
  slowest = fmax(slowest, took);
  CHECK_TEXT(said, code);
  CHECK(took < (CHECK_ROUNDS(100) < 100 ? 20 : 2));
  if (strcmp(said, code) != 0) fprintf(stderr, "  %s\n", what);
}

/* where the directory begins, and its line number `n` */
static size_t directory(const TrmText *out, size_t n) {
  size_t at = (unsigned char)out->bytes[out->length - 6] |
              (size_t)(unsigned char)out->bytes[out->length - 5] << 8 |
              (size_t)(unsigned char)out->bytes[out->length - 4] << 16;
  for (; n; n--) at += 46u + (unsigned char)out->bytes[at + 28];
  return at;
}

/* bytes of a good archive changed */
static void check_archives(void) {
  static const struct {
    const char *what;
    int entry; /* line of the directory; -1: from the end of the file */
    size_t at;
    const char *bytes;
    size_t count;
  } changes[] = {{"encrypted", 0, 8, "\1", 1},
                 {"an unknown method", 1, 10, "\x63", 1},
                 {"zip64", 1, 20, "\xFF\xFF\xFF\xFF", 4},
                 {"no line of a directory", 2, 0, "XX", 2},
                 {"a name that leads out", 0, 46, "../", 3},
                 {"an absolute name", 0, 46, "/", 1},
                 {"a checksum", 5, 16, "\1\2\3", 3},
                 {"a header that is none", 5, 42, "\5\0\0\0", 4},
                 {"files that overlap", 1, 42, "\0\0\0\0", 4},
                 {"a file past the end", 1, 42, "\xF0\xFF\xFF\x70", 4},
                 {"several parts", -1, 18, "\1", 1},
                 {"a directory past the end", -1, 6, "\xF0\xFF\xFF\x70", 4},
                 {"zip64 at the end", -1, 6, "\xFF\xFF\xFF\xFF", 4}};
  static Book book;
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
    TrmArena *arena = trm_arena_new();
    fill(&book);
    TrmText out = archive(arena, &book);
    size_t at = changes[i].entry < 0 ? out.length - changes[i].at
                                     : directory(&out, (size_t)changes[i].entry) + changes[i].at;
    memcpy(out.bytes + at, changes[i].bytes, changes[i].count);
    expect_refused(changes[i].what, out.bytes, out.length, "E730");
    trm_text_clear(&out);
    trm_arena_free(arena);
  }
  /* cut off anywhere */
  TrmArena *arena = trm_arena_new();
  fill(&book);
  TrmText out = archive(arena, &book);
  for (size_t length = 4; length < out.length; length += 97)
    expect_refused("cut off", out.bytes, length, "E730");
  expect_refused("empty", "", 0, "E730");
  /* workbooks of old programs, and those with a password */
  expect_refused("compound file", "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1 and more", 17, "E730");
  trm_text_clear(&out);
  trm_arena_free(arena);
}

/* a workbook whose sheet SimParam is `xml` */
static TrmText with_sheet(TrmArena *arena, const char *xml, size_t length) {
  TrmText out = {0};
  TrmZipWriter *zip = trm_zip_begin(arena, &out);
  book_part(zip, "xl/workbook.xml",
            "<workbook xmlns:r='r'><sheets><sheet name='SimParam' r:id='a'/></sheets></workbook>");
  book_part(zip, "xl/_rels/workbook.xml.rels",
            "<Relationships><Relationship Id='a' Target='s.xml'/></Relationships>");
  trm_zip_add(zip, "xl/s.xml", xml, length);
  trm_zip_end(zip);
  return out;
}

/* a pattern over and over */
static void check_bomb(const char *what, const char *head, const char *pattern, size_t count,
                       const char *code) {
  TrmArena *arena = trm_arena_new();
  size_t n = strlen(pattern), m = strlen(head);
  char *xml = malloc(m + n * count + 1);
  CHECK(xml != NULL);
  if (!xml) return;
  memcpy(xml, head, m);
  for (size_t i = 0; i < count; i++) memcpy(xml + m + i * n, pattern, n);
  TrmText out = with_sheet(arena, xml, m + n * count);
  free(xml);
  expect_refused(what, out.bytes, out.length, code);
  trm_text_clear(&out);
  trm_arena_free(arena);
}

/* one part of 24 MB that is three sheets */
static void check_many(void) {
  enum { SIZE = 24 << 20 };
  TrmArena *arena = trm_arena_new();
  char *xml = malloc(SIZE);
  TrmText out = {0};
  TrmZipWriter *zip = trm_zip_begin(arena, &out);
  CHECK(xml != NULL);
  if (!xml) return;
  memset(xml, ' ', SIZE);
  memcpy(xml, "<worksheet>", 11);
  memcpy(xml + SIZE - 12, "</worksheet>", 12);
  book_part(zip, "xl/workbook.xml",
            "<workbook xmlns:r='r'><sheets><sheet name='Bodies' r:id='a'/>"
            "<sheet name='Joints' r:id='a'/><sheet name='Forces' r:id='a'/></sheets></workbook>");
  book_part(zip, "xl/_rels/workbook.xml.rels",
            "<Relationships><Relationship Id='a' Target='s.xml'/></Relationships>");
  trm_zip_add(zip, "xl/s.xml", xml, SIZE);
  trm_zip_end(zip);
  free(xml);
  expect_refused("one part as three sheets", out.bytes, out.length, "E731");
  trm_text_clear(&out);
  trm_arena_free(arena);
}

static void check_bombs(void) {
  static const char entities[] =
      "<!DOCTYPE a [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;'>"
      "<!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;'>]><worksheet><sheetData><row r='1'>"
      "<c r='A1' t='inlineStr'><is><t>&c;</t></is></c></row></sheetData></worksheet>";
  static const char outside[] = "<!DOCTYPE a SYSTEM 'file:///etc/passwd'><worksheet/>";
  check_bomb("entities that grow", entities, "", 0, "E733");
  check_bomb("an entity from outside", outside, "", 0, "E733");
  check_bomb("broken XML", "<worksheet><sheetData><row></sheetData>", "", 0, "E732");
  check_bomb("nested too deep", "", "<a>", 1000, "E732");
  check_bomb("80 MB of blanks", "<worksheet>", "                ", 5000000, "E731");
  check_bomb("60 MB of blanks", "<worksheet>", "                ", 3750000, "E732");
  check_bomb("cells without end", "<worksheet><sheetData><row>", "<c><v>1</v></c>", 4000000,
             "E732");
  check_bomb("rows without end", "<worksheet><sheetData>", "<row><c><v>1</v></c></row>", 2200000,
             "E732");
  check_bomb("a tag without end", "<worksheet ", "a='aaaaaaaa' ", 4000000, "E732");
  check_bomb("a comment without end", "<worksheet><!--", "                ", 3000000, "E732");
  check_many();
  /* the header of the first column everywhere */
  check_bomb("headers", "<worksheet><sheetData>",
             "<row><c t='inlineStr'><is><t>name</t></is></c><c t='inlineStr'><is><t>body"
             "</t></is></c></row>",
             90000, "E732");
}

/* text of one shared string in very many cells is shown cut in messages, not copied whole */
static void check_memory(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  printf("at most %.2f s for an archive, and %ld MB\n", slowest, usage.ru_maxrss / 1024);
  /* the test itself holds an archive's contents, 80 MB, and its packed form */
  CHECK(CHECK_ROUNDS(100) < 100 || usage.ru_maxrss < 400 * 1024);
}

int main(void) {
  check_cells();
  check_sheets();
  check_archives();
  check_bombs();
  check_memory();
  return check_done();
}
