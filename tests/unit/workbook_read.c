/* SPDX-License-Identifier: Apache-2.0
 *
 * What workbooks become in the model language: headers in several spellings, all types of joints,
 * drivers and force elements, the three forms of orientation, functions; and cells of all kinds.
 */
#include "read/workbook/table.h"
#include "workbook.h"

static const char strings[] =
    "<sst><si><t>Spring</t></si><si><r><t>Revo</t></r><r><rPr/><t>lute</t></r>"
    "<rPh><t>reading</t></rPh></si></sst>";

/* the tables of the thesis' figures, in its spelling */
static void fill(Book *book) {
  book->count = 0;
  book_row(book, "SimParam", 'A', 1, "Simulation Characteristics");
  book_row(book, "SimParam", 'A', 2, "Run simulation for|10|s");
  book_row(book, "SimParam", 'A', 3, "Time Step|0,0003|s");
  book_row(book, "SimParam", 'A', 4, "Type of Simulation|Dyn|[Kin or Dyn]");
  book_row(book, "SimParam", 'A', 5, "Gravity Direction|y|Global [x,y,z]");
  book_row(book, "SimParam", 'A', 6, "Gravity Magnitude|-9806.65|+g/-g");
  book_row(book, "SimParam", 'A', 7, "Units System|mmks|[SI/MKS or MMKS]");
  book_row(book, "SimParam", 'A', 8, "Post Processing|Yes|[Yes or No]");
  book_row(book, "SimParam", 'E', 2, "Position|Yes");
  book_row(book, "SimParam", 'E', 3, "Center of Mass|Yes");
  book_row(book, "SimParam", 'E', 4, "Joints|Yes");
  book_row(book, "SimParam", 'E', 5, "Bodies|2|||");
  book_row(book, "SimParam", 'G', 5, "Points|1, 2");
  /* Fig. 3.9: groups over groups */
  book_row(book, "bodies", 'B', 2, "General Input|||Input Type 1 - Axis Vectors");
  book_row(book, "bodies", 'B', 3,
           "Body Frame-Origin-CoM|||Point on x axis BF|||Point on y axis BF");
  book_row(book, "bodies", 'K', 3,
           "Euler Angles (X-Y-Z) Order|||Axis Direction Vector|||Rot Ang [Rad]");
  book_row(book, "bodies", 'R', 3, "Mass|Ixx|Iyy|Izz|Velocity|||Angular_velocity|||Force");
  book_row(book, "bodies", 'A', 4, "Bodies ID|x|y|z|x|y|z|x|y|z|roll|pitch|yaw|u1|u2|u3");
  book_row(book, "bodies", 'A', 5, "Absolute Frame|0|0|0|0|0|0");
  book_row(book, "bodies", 'A', 6, "Rod Amarelo(Adams)|100|0|0|101|1|0|100|1|0");
  book_row(book, "bodies", 'R', 6, "2|10|20|30|1|2|3||||@(t) 5*sin(t)");
  book_row(book, "bodies", 'A', 7, "Rod Rosa|200|0|0");
  book_row(book, "bodies", 'K', 7, "0.1|0.2|0.3");
  book_row(book, "bodies", 'R', 7, "1|1|1|1");
  book_row(book, "bodies", 'A', 8, "Rod Rosa|300|0|0");
  book_row(book, "bodies", 'N', 8, "0|0|1|0.5236|1|1|1|1");
  book_row(book, "bodies", 'A', 12, "Legend: rows with nothing but words are not read");
  /* a legend beside the header, and primes as spreadsheet programs print them */
  book_row(book, "Joints", 'T', 2, "Joint|MATLAB ID");
  book_row(book, "Joints", 'A', 3, "Type|Body i|Body j|P|||s_i|||s_j|||P2|||name");
  book_row(book, "Joints", 'A', 4, "<|1|2|0|0|0|0|0|1|||||||hinge");
  book_put(book, "Joints", "A4", "t=\"s\"|<x:v>1</x:v>");
  book_row(book, "Joints", 'A', 5, "Spherical|2|3|150|0|0");
  book_row(book, "Joints", 'A', 6, "Universal|3|4|250|0|0|1|0|0|0|1|0");
  book_row(book, "Joints", 'A', 7, "CompSpherical|1|4|0|0|5|||||||300|0|5");
  book_row(book, "Joints", 'A', 8, "SphRev|2|3|150|0|0|0|0|1||||160|0|0");
  book_row(book, "Joints", 'A', 9, "Tra Rev|2|3|150|0|0|0|0|1|1|0|0|160|0|0");
  book_row(book, "Joints", 'A', 10, "Cylindrical|3|4|250|0|0|1|0|0");
  book_row(book, "Joints", 'A', 11, "TRANSLATION|1|4|250|0|0|1|0|0");
  book_row(book, "Joints", 'A', 12, "Ground|4");
  book_row(book, "Joints", 'A', 13, "Simple|4|2");
  book_row(book, "Joints", 'A', 14, "Simple|4|5");
  book_row(book, "Joints", 'A', 15, "Points|2|||||||||||||||");
  book_row(book, "Joints", 'D', 15, "101|0|0");
  book_row(book, "Joints", 'A', 16, "Points|1||1|2|3");
  book_row(book, "Joints", 'A', 17, "Driver|2");
  book_row(book, "Joints", 'A', 18, "Driver|4");
  book_row(book, "Joints Drivers", 'A', 1, "Body|Direction|ux|uy|uz|f|f\xE2\x80\x99|f\xE2\x80\xB3");
  book_row(book, "Joints Drivers", 'A', 2, "2|6|0|0|1|@(t) 2*pi*t^2|@(t) 4*pi*t|@(t) 4*pi");
  book_row(book, "Joints Drivers", 'A', 3, "4|6|0|0|1|@(t) 0.5236+t");
  book_row(book, "Joints Drivers", 'A', 4, "4|4|1|0|0|@(t) t");
  book_row(book, "Joints Drivers", 'A', 5, "4|1|-1|0|0|@(t) t");
  book_row(
      book, "Force Elements", 'A', 2,
      "Type|Body i|Body j|P_i|||P_j|||Constant|Rest length|Number of functions|x1|x2|f1|f2|f3");
  book_put(book, "Force Elements", "R2", "Argument");
  book_put(book, "Force Elements", "A3", "t=\"s\"|<x:v>0</x:v>");
  book_row(book, "Force Elements", 'B', 3, "1|3|0|0|0|200|0|0|5|150");
  book_row(book, "Force Elements", 'A', 4, "Damper|1|3|0|0|0|200|0|0|0.25");
  book_row(book, "Force Elements", 'A', 5,
           "Spring|1|3|0|0|0|200|0|0||150|3|-10|10|@(t) -5*t|0|@(t) 7*(t-10)");
  book_row(book, "Force Elements", 'A', 6, "Damper|1|3|0|0|0|200|0|0|||2|0||@(t) -t|@(t) 3*t");
  book_row(book, "Force Elements", 'A', 7, "Tspring|1|2|1|0|0|0|1|0|8|1.5");
  book_row(book, "Force Elements", 'A', 8, "Tspring|2|1|1|0|0|0|1|0|8|0.5");
  book_row(book, "Force Elements", 'A', 9, "Tspring|2|1|||||||||1|||@(t) 4*t");
  book_row(book, "Force Elements", 'A', 10, "Actuator|1|3|0|0|0|200|0|0|||1|||@(t) (t<2).*10");
  book_row(book, "Force Elements", 'A', 11, "Spring|1|3|0|0|0|200|0|0|||1|||@(t) t|||time");
  book_row(book, "PosProcessing", 'A', 1, "Point|Role");
  book_row(book, "PosProcessing", 'A', 2, "2|wheel centre");
}

/* the model in the model language; NULL after errors, which are printed */
static char *import(const Book *book, char **said) {
  TrmArena *arena = trm_arena_new();
  TrmLog *log = trm_log_new();
  TrmModel *model = NULL;
  TrmText out = {0};
  book_write(arena, book, strings, &out);
  TrmStatus status = trm_model_parse(out.bytes, out.length, "car.xlsx", NULL, 0, log, &model);
  CHECK(status == TRM_OK);
  char *text = trm_log_render(log, TRM_LOG_PLAIN), *yaml = model ? trm_model_to_yaml(model) : NULL;
  if (status != TRM_OK) fprintf(stderr, "%s", text);
  trm_text_clear(&out);
  trm_model_free(model);
  trm_log_free(log);
  trm_arena_free(arena);
  if (said)
    *said = text;
  else
    trm_text_free(text);
  return yaml;
}

static void expect(const char *text, const char *const *parts) {
  CHECK(text != NULL);
  for (; text && *parts; parts++) {
    CHECK(strstr(text, *parts) != NULL);
    if (!strstr(text, *parts)) fprintf(stderr, "no '%s' in\n%s\n", *parts, text);
  }
}

static void check_everything(void) {
  static Book book;
  char *said;
  fill(&book);
  char *yaml = import(&book, &said);
  expect(yaml, (const char *const[]){
                   "name: car", "units: mmks", "gravity: [0, -9806.65, 0]",
                   "- dynamics: {until: 10, every: 0.0003, max_step: 0.0003}",
                   "Rod_Amarelo_Adams:", "orient: {points: {x: [101, 1, 0], y: [100, 1, 0]}}",
                   "mass: 2", "inertia: [10, 20, 30]", "velocity: [1, 2, 3]",
                   "vector: [5*sin(time), 0, 0]", "Rod_Rosa:", "orient: {bryant: [0.1, 0.2, 0.3]}",
                   "Rod_Rosa_2:", "orient: {axis: [0, 0, 1], angle: 0.5236}", NULL});
  expect(yaml, (const char *const[]){
                   "hinge: {revolute: [ground, Rod_Amarelo_Adams], at: [0, 0, 0], axis: [0, 0, 1]}",
                   "{spherical: [Rod_Amarelo_Adams, Rod_Rosa], at: [150, 0, 0]}",
                   "axes: [[1, 0, 0], [0, 1, 0]]",
                   "distance: [ground, Rod_Rosa_2], from: [0, 0, 5], to: [300, 0, 5]",
                   "spherical_revolute: [Rod_Rosa, Rod_Amarelo_Adams]", "from: [160, 0, 0]",
                   "to: [150, 0, 0]", "revolute_prismatic: [Rod_Amarelo_Adams, Rod_Rosa]",
                   "slide: [1, 0, 0]", "cylindrical: [Rod_Rosa, Rod_Rosa_2]",
                   "prismatic: [ground, Rod_Rosa_2]", "fixed: [ground, Rod_Rosa_2]",
                   "hold: Rod_Rosa_2, coordinates: [y]", "perpendicular: [ground, Rod_Rosa_2]",
                   "axes: [z, x]", "wheel_centre: [1, 2, 3]", NULL});
  /* a turned body's driver begins where the body is: about z both are absolute */
  expect(yaml,
         (const char *const[]){"about: [0, 0, 1]", "angle: 2*pi*time^2", "angle: 0.5236 + time",
                               "angle: time", "along: x", "displacement: -1*(time)", NULL});
  expect(yaml, (const char *const[]){"k: 5, length: 150", "c: 0.25",
                                     "{below: 140, force: -5*(length - 150)}",
                                     "{below: 160, force: 0}", "force: 7*(length - 150 - 10)",
                                     "if(speed < 0, -speed, 3*speed)", "torsion_spring: hinge",
                                     "force: (time < 2)*10", "force: time", NULL});
  expect(said,
         (const char *const[]){
             "car.xlsx:SimParam!B3: note[N743]: the text '0,0003' is read as the number 0.0003",
             "N746", "4 drivers, 10 force elements", "Rod_Amarelo_Adams.x,Rod_Amarelo_Adams.y",
             "ground.wheel_centre.x", NULL});
  trm_text_free(yaml);
  trm_text_free(said);
}

/* parts of the archive where only its relations find them, and sheets that are none of the layout
 */
static void check_elsewhere(void) {
  static Book book;
  char *said;
  fill(&book);
  char *wanted = import(&book, NULL);
  book_row(&book, "My notes", 'A', 1, "Bodies ID|x|y|z");
  book_row(&book, "Chart 2", 'A', 1, "<|1");
  book_put(&book, "Chart 2", "A1", "t=\"e\"|<x:v>#DIV/0!</x:v>");
  book_elsewhere = 1;
  char *yaml = import(&book, &said);
  book_elsewhere = 0;
  CHECK(yaml && wanted && strcmp(yaml, wanted) == 0);
  expect(said, (const char *const[]){"; left out: the sheets 'My notes', 'Chart 2'", NULL});
  trm_text_free(wanted);
  trm_text_free(yaml);
  trm_text_free(said);
}

/* angles of Tspring: from s_i to s_j about the hinge, either way round */
static void check_torsion(void) {
  static Book book;
  fill(&book);
  char *yaml = import(&book, NULL);
  /* a quarter turn at the start; free at 1.5, and at 0.5 of three quarters seen from the other */
  const double quarter = 1.5707963267948966;
  char number[2][64], digits[32];
  trm_number_format(1.5 - quarter, digits);
  snprintf(number[0], sizeof number[0], "k: 8, angle: %s", digits);
  trm_number_format(quarter - 0.5, digits);
  snprintf(number[1], sizeof number[1], "k: 8, angle: %s", digits);
  expect(yaml, (const char *const[]){number[0], number[1], "torque: 4*-angle", NULL});
  trm_text_free(yaml);
}

/* functions, each with what it is in the model language; NULL: it cannot be read */
static const struct {
  const char *matlab, *ours;
} functions[] = {{"@(t) 2.*t.^2 - 3./t", "2*x^2 - 3/x"},
                 {"@(t)sin(2*pi*t)", "sin(2*pi*x)"},
                 {"'@(t) -t^2'", "-x^2"},
                 {"\"@(s) 2^-s\"", "2^-x"},
                 {"@(t) 2^3^t", "(2^3)^x"},
                 {"@(t) (t>=1 && t<2) || ~(t==3)", "x >= 1 and x < 2 or not x == 3"},
                 {"@(t) t ~= 1", "not x == 1"},
                 {"@(t) mod(t, 2)", "x - floor(x/2)*2"},
                 {"@(t) rem(t, 2) + fix(t)", "mod(x, 2) + trunc(x)"},
                 {"@(t) max(t, 1) + atan2(t, 2)", "max(x, 1) + atan2(x, 2)"},
                 {"@(t) 1.5e-3*t;", "0.0015*x"},
                 {"@(t) sind(t)", "sin(x*(pi/180))"},
                 {"@(t) hypot(t, 3)", "sqrt(x^2 + 3^2)"},
                 {"@(t) 2 - (t - 1)", "2 - (x - 1)"},
                 {"@(t) 4", "4"},
                 {"t^2", NULL},
                 {"@(t) 2t", NULL},
                 {"@(t) sin(t", NULL},
                 {"@(t) t + ", NULL},
                 {"@(t) y", NULL},
                 {"@(t) besselj(0, t)", NULL},
                 {"@(t) t'", NULL},
                 {"@() 1", NULL},
                 {"@(t) t(2)", NULL},
                 {"@(t) t $ 2", NULL}};

static void check_functions(void) {
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    TrmArena *arena = trm_arena_new();
    TrmLog *log = trm_log_new();
    const char *got = trm_matlab_function(arena, functions[i].matlab, "x", TRM_NOWHERE, log);
    CHECK((got == NULL) == (functions[i].ours == NULL));
    CHECK((got == NULL) == (trm_log_errors(log) == 1));
    if (got && functions[i].ours) CHECK_TEXT(got, functions[i].ours);
    trm_log_free(log);
    trm_arena_free(arena);
  }
}

/* nested functions that write their argument out twice must not grow without bounds */
static void check_growth(void) {
  TrmArena *arena = trm_arena_new();
  TrmLog *log = trm_log_new();
  TrmText text = {0};
  trm_text_add(&text, "@(t) ");
  for (int i = 0; i < 40; i++) trm_text_add(&text, "mod(");
  trm_text_add(&text, "t");
  for (int i = 0; i < 40; i++) trm_text_add(&text, ", 2)");
  CHECK(trm_matlab_function(arena, text.bytes, "time", TRM_NOWHERE, log) == NULL);
  CHECK(trm_log_errors(log) == 1);
  trm_text_clear(&text);
  trm_log_free(log);
  trm_arena_free(arena);
}

/* an empty workbook of our own says what is missing, and nothing else */
static void check_empty(void) {
  size_t length;
  char *bytes = trm_workbook_empty(&length);
  TrmLog *log = trm_log_new();
  TrmModel *model = NULL;
  CHECK(trm_model_parse(bytes, length, "e.xlsx", NULL, 0, log, &model) == TRM_BAD_MODEL);
  CHECK(trm_log_errors(log) == 5);
  for (size_t i = 0; i < trm_log_count(log); i++) {
    TrmEntry entry;
    trm_log_entry(log, i, &entry);
    CHECK_TEXT(entry.code, "E742");
  }
  trm_text_free(bytes);
  trm_log_free(log);
}

int main(void) {
  check_everything();
  check_elsewhere();
  check_torsion();
  check_functions();
  check_growth();
  check_empty();
  return check_done();
}
