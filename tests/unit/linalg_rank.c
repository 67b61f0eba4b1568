/* SPDX-License-Identifier: Apache-2.0
 *
 * Rank decisions against singular values found here by one-sided Jacobi rotations, and against
 * matrices whose rank is known from how they are made; null vectors against the matrix itself.
 */
#include "check.h"
#include "linalg/rank.h"
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

enum { LARGEST = 60 };

/* A matrix that is filled row by row */
typedef struct Made {
  TrmArena *arena;
  size_t row_count, column_count, entries, capacity, columns_capacity;
  unsigned *start, *column;
  double *value;
} Made;

static double worst_left, worst_right;

static size_t pick(size_t count) {
  return (size_t)check_random(0, (double)count) % count;
}

static Made made_new(TrmArena *arena, size_t most_rows, size_t columns) {
  return (Made){.arena = arena,
                .column_count = columns,
                .start = trm_arena_array(arena, most_rows + 1, sizeof(unsigned))};
}

static void made_add(Made *m, size_t column, double value) {
  size_t count = m->entries;
  TRM_PUSH(m->arena, m->value, count, m->capacity, value);
  TRM_PUSH(m->arena, m->column, m->entries, m->columns_capacity, (unsigned)column);
}

static void made_end(Made *m) {
  m->start[++m->row_count] = (unsigned)m->entries;
}

static Made from_full(TrmArena *arena, const double *a, size_t rows, size_t columns) {
  Made m = made_new(arena, rows, columns);
  for (size_t i = 0; i < rows; i++) {
    for (size_t j = 0; j < columns; j++)
      if (a[i * columns + j] != 0) made_add(&m, j, a[i * columns + j]);
    made_end(&m);
  }
  return m;
}

/* the rows of `m` in the order given, with their columns renamed (NULL: as they are) */
static Made reorder(const Made *m, const size_t *row, const size_t *column) {
  Made to = made_new(m->arena, m->row_count, m->column_count);
  for (size_t i = 0; i < m->row_count; i++) {
    for (size_t e = m->start[row[i]]; e < m->start[row[i] + 1]; e++)
      made_add(&to, column[m->column[e]], m->value[e]);
    made_end(&to);
  }
  return to;
}

static size_t *shuffle(TrmArena *arena, size_t count) {
  size_t *order = trm_arena_array(arena, count, sizeof *order);
  for (size_t i = 0; i < count; i++) order[i] = i;
  for (size_t i = count; i-- > 1;) {
    size_t j = pick(i + 1), swap = order[i];
    order[i] = order[j];
    order[j] = swap;
  }
  return order;
}

static TrmRank *decide(const Made *m, const double *scale, const unsigned char *prefer) {
  TrmRows rows = {m->row_count, m->column_count, m->start, m->column, m->value};
  return trm_rank_new(m->arena, &rows, scale, 1e-9, prefer);
}

/* singular values of a full matrix: rotate its columns until they are orthogonal */
static void singular_values(const double *a, size_t rows, size_t columns, double *sigma) {
  static double v[LARGEST][LARGEST];
  size_t n = rows < columns ? rows : columns, length = rows < columns ? columns : rows;
  double total = 0;
  for (size_t i = 0; i < rows; i++)
    for (size_t j = 0; j < columns; j++) {
      double entry = a[i * columns + j];
      total += entry * entry;
      if (rows < columns)
        v[i][j] = entry;
      else
        v[j][i] = entry;
    }
  for (int sweep = 0, rotated = 1; rotated && sweep < 40; sweep++) {
    rotated = 0;
    for (size_t p = 0; p + 1 < n; p++)
      for (size_t q = p + 1; q < n; q++) {
        double pp = 0, qq = 0, pq = 0;
        for (size_t k = 0; k < length; k++) {
          pp += v[p][k] * v[p][k];
          qq += v[q][k] * v[q][k];
          pq += v[p][k] * v[q][k];
        }
        if (fabs(pq) <= 1e-15 * sqrt(pp * qq) || sqrt(pp * qq) <= 1e-32 * total) continue;
        rotated = 1;
        double zeta = (qq - pp) / (2 * pq);
        double t = (zeta < 0 ? -1 : 1) / (fabs(zeta) + sqrt(1 + zeta * zeta));
        double c = 1 / sqrt(1 + t * t), s = c * t;
        for (size_t k = 0; k < length; k++) {
          double x = v[p][k], y = v[q][k];
          v[p][k] = c * x - s * y;
          v[q][k] = s * x + c * y;
        }
      }
  }
  for (size_t p = 0; p < n; p++) {
    double sum = 0;
    for (size_t k = 0; k < length; k++) sum += v[p][k] * v[p][k];
    sigma[p] = sqrt(sum);
  }
}

/* rank by singular values; SIZE_MAX when one of them is neither zero nor clearly not */
static size_t true_rank(const double *a, size_t rows, size_t columns) {
  double sigma[LARGEST];
  size_t rank = 0, n = rows < columns ? rows : columns;
  singular_values(a, rows, columns, sigma);
  for (size_t k = 0; k < n; k++) {
    if (sigma[k] > 1e-13 && sigma[k] < 1e-6) return SIZE_MAX;
    rank += sigma[k] > 1e-7;
  }
  return rank;
}

/* largest |y'A|, of columns scaled, relative to the sizes that add up */
static double left_error(const Made *m, const double *scale, const double *y) {
  double *sum = trm_arena_array(m->arena, m->column_count, sizeof *sum), largest = 0, error = 0;
  double *size = trm_arena_array(m->arena, m->column_count, sizeof *size);
  for (size_t i = 0; i < m->row_count; i++)
    for (size_t e = m->start[i]; y[i] != 0 && e < m->start[i + 1]; e++) {
      double product = y[i] * m->value[e] * (scale ? scale[m->column[e]] : 1);
      sum[m->column[e]] += product;
      size[m->column[e]] += fabs(product);
    }
  for (size_t j = 0; j < m->column_count; j++) {
    error = fmax(error, fabs(sum[j]));
    largest = fmax(largest, size[j]);
  }
  return largest > 0 ? error / largest : 0;
}

/* largest |A x| of a row, relative to its norm and the largest of x, of columns scaled */
static double right_error(const Made *m, const double *scale, const double *x) {
  double largest = 0, error = 0;
  for (size_t j = 0; j < m->column_count; j++)
    largest = fmax(largest, fabs(x[j] / (scale ? scale[j] : 1)));
  for (size_t i = 0; i < m->row_count; i++) {
    double sum = 0, norm = 0;
    for (size_t e = m->start[i]; e < m->start[i + 1]; e++) {
      sum += m->value[e] * x[m->column[e]];
      norm = fmax(norm, fabs(m->value[e] * (scale ? scale[m->column[e]] : 1)));
    }
    if (norm > 0) error = fmax(error, fabs(sum) / (norm * largest));
  }
  return error;
}

static unsigned char *flags(TrmArena *arena, const size_t *list, size_t count, size_t total) {
  unsigned char *flag = trm_arena_array(arena, total, 1);
  for (size_t k = 0; k < count; k++) {
    CHECK(list[k] < total && (k == 0 || list[k] > list[k - 1]));
    flag[list[k]] = 1;
  }
  return flag;
}

/* null vectors of both sides, every `stride`-th of them */
static void check_null(const Made *m, const TrmRank *rank, const double *scale, size_t stride) {
  CHECK(rank->redundant_count == m->row_count - rank->rank);
  CHECK(rank->free_count == m->column_count - rank->rank);
  unsigned char *redundant = flags(m->arena, rank->redundant, rank->redundant_count, m->row_count);
  unsigned char *is_free = flags(m->arena, rank->free_column, rank->free_count, m->column_count);
  double *y = trm_arena_array(m->arena, m->row_count, sizeof *y);
  double *x = trm_arena_array(m->arena, m->column_count, sizeof *x);
  for (size_t k = 0; k < rank->redundant_count; k += stride) {
    size_t count = trm_rank_dependency(rank, k, y), others = 0, nonzero = 0;
    for (size_t i = 0; i < m->row_count; i++) {
      others += redundant[i] && i != rank->redundant[k] && y[i] != 0;
      nonzero += y[i] != 0;
    }
    CHECK(y[rank->redundant[k]] == 1 && others == 0 && count >= 1 && count <= nonzero);
    worst_left = fmax(worst_left, left_error(m, scale, y));
  }
  for (size_t k = 0; k < rank->free_count; k += stride) {
    size_t others = 0;
    trm_rank_freedom(rank, k, x);
    for (size_t j = 0; j < m->column_count; j++)
      others += is_free[j] && j != rank->free_column[k] && x[j] != 0;
    CHECK(x[rank->free_column[k]] == 1 && others == 0);
    worst_right = fmax(worst_right, right_error(m, scale, x));
  }
}

/* rows of unit norm of B C, with B and C full or sparse, of the rank that is asked for or less */
static void fill_product(double *a, size_t rows, size_t columns, size_t rank, double density) {
  static double b[LARGEST * LARGEST], c[LARGEST * LARGEST];
  for (size_t k = 0; k < rows * rank; k++)
    b[k] = check_random(0, 1) < density ? check_random(-1, 1) : 0;
  for (size_t k = 0; k < rank * columns; k++)
    c[k] = check_random(0, 1) < density ? check_random(-1, 1) : 0;
  for (size_t i = 0; i < rows; i++) {
    double norm = 0;
    for (size_t j = 0; j < columns; j++) {
      double sum = 0;
      for (size_t k = 0; k < rank; k++) sum += b[i * rank + k] * c[k * columns + j];
      a[i * columns + j] = sum;
      norm += sum * sum;
    }
    for (size_t j = 0; norm > 0 && j < columns; j++) a[i * columns + j] /= sqrt(norm);
  }
}

/* the rows that are kept are independent by their singular values */
static void check_kept(TrmArena *arena, const double *a, size_t rows, size_t columns,
                       const TrmRank *rank) {
  static double kept[LARGEST * LARGEST];
  unsigned char *redundant = flags(arena, rank->redundant, rank->redundant_count, rows);
  double sigma[LARGEST], smallest = 1;
  size_t count = 0;
  for (size_t i = 0; i < rows; i++)
    if (!redundant[i]) memcpy(kept + columns * count++, a + columns * i, columns * sizeof *kept);
  singular_values(kept, count, columns, sigma);
  for (size_t k = 0; k < count; k++) smallest = fmin(smallest, sigma[k]);
  CHECK(count == rank->rank && count <= columns && smallest > 1e-8);
}

/* random matrices, as they are or with rows and columns scaled by 1e-6 to 1e6 */
static void check_random_ranks(bool scaled) {
  static double a[LARGEST * LARGEST];
  double wrong = 0, unclear = 0;
  for (int instance = 0; instance < CHECK_ROUNDS(1000); instance++) {
    TrmArena *arena = trm_arena_new();
    size_t rows = 1 + pick(LARGEST), columns = 1 + pick(LARGEST);
    size_t most = rows < columns ? rows : columns, wanted = pick(most + 1);
    double density = instance % 3 == 0 ? 1 : check_random(0.1, 0.6);
    fill_product(a, rows, columns, wanted, density);
    size_t truth = true_rank(a, rows, columns);
    double *scale = scaled ? trm_arena_array(arena, columns, sizeof *scale) : NULL;
    Made m = from_full(arena, a, rows, columns);
    for (size_t j = 0; scaled && j < columns; j++) scale[j] = pow(10, check_random(-6, 6));
    for (size_t i = 0; scaled && i < rows; i++) {
      double factor = pow(10, check_random(-6, 6));
      for (size_t e = m.start[i]; e < m.start[i + 1]; e++)
        m.value[e] *= factor / scale[m.column[e]];
    }
    TrmRank *rank = decide(&m, scale, NULL);
    if (truth == SIZE_MAX) {
      unclear++;
    } else {
      wrong += rank->rank != truth;
      CHECK(rank->largest_dropped < 1e-12 && (!truth || rank->smallest_pivot > 1e-7));
      check_null(&m, rank, scale, 1);
      if (!scaled) check_kept(arena, a, rows, columns, rank);
    }
    trm_arena_free(arena);
  }
  CHECK(unclear < 20);
  check_figure("linalg",
               scaled ? "wrong ranks of 1000 scaled by 1e-6 to 1e6" : "wrong ranks of 1000",
               "one-sided Jacobi singular values", wrong, 0);
}

/* a large matrix of blocks of known rank, whose rows are then added to rows of the next block */
static void check_blocks(void) {
  enum { BLOCKS = 60, SIDE = 25 };
  static double a[BLOCKS][SIDE * SIDE];
  double wrong = 0;
  for (int instance = 0; instance < 20; instance++) {
    TrmArena *arena = trm_arena_new();
    size_t rows[BLOCKS], columns[BLOCKS], truth = 0, first = 0, all_rows = 0, all_columns = 0;
    for (size_t b = 0; b < BLOCKS; b++) {
      size_t rank;
      do {
        rows[b] = 5 + pick(SIDE - 4);
        columns[b] = 5 + pick(SIDE - 4);
        fill_product(a[b], rows[b], columns[b], pick(rows[b] < columns[b] ? rows[b] : columns[b]),
                     0.4);
        rank = true_rank(a[b], rows[b], columns[b]);
      } while (rank == SIZE_MAX);
      truth += rank;
      all_rows += rows[b];
      all_columns += columns[b];
    }
    Made m = made_new(arena, all_rows, all_columns);
    for (size_t b = 0; b < BLOCKS; first += columns[b++])
      for (size_t i = 0; i < rows[b]; i++) {
        for (size_t j = 0; j < columns[b]; j++)
          if (a[b][i * columns[b] + j] != 0) made_add(&m, first + j, a[b][i * columns[b] + j]);
        size_t other = b ? pick(rows[b - 1]) : 0;
        for (size_t j = 0; b && i % 2 && j < columns[b - 1]; j++)
          if (a[b - 1][other * columns[b - 1] + j] != 0)
            made_add(&m, first - columns[b - 1] + j, 0.7 * a[b - 1][other * columns[b - 1] + j]);
        made_end(&m);
      }
    size_t *row = shuffle(arena, all_rows), *column = shuffle(arena, all_columns);
    Made mixed = reorder(&m, row, column);
    TrmRank *rank = decide(&mixed, NULL, NULL);
    wrong += rank->rank != truth;
    check_null(&mixed, rank, NULL, 7);
    trm_arena_free(arena);
  }
  check_figure("linalg", "wrong ranks of 20 with 60 coupled blocks",
               "sum of the ranks of the blocks by singular values", wrong, 0);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* the body's six numbers of a unit force and moment that act at a lever from its centre */
static void add_wrench(Made *m, size_t body, const double *wrench, const double *lever,
                       double sign) {
  for (size_t j = 0; j < 3; j++) {
    size_t k = (j + 1) % 3, l = (j + 2) % 3;
    made_add(m, 6 * body + j, sign * wrench[j]);
    made_add(m, 6 * body + 3 + j,
             sign * (wrench[3 + j] + lever[k] * wrench[l] - lever[l] * wrench[k]));
  }
}

/* an equation of a joint between two bodies, or of a body and ground; bodies stand in two rows */
static void add_pair_row(Made *m, size_t first, size_t second) {
  const size_t body[] = {second, first};
  double wrench[6], point[3];
  for (size_t j = 0; j < 6; j++) wrench[j] = check_random(-1, 1);
  for (size_t j = 0; j < 3; j++) point[j] = check_random(-0.5, 0.5);
  for (size_t k = 0; k < (first == second ? 1 : 2); k++) {
    double lever[] = {point[0] + ((double)(second / 2) - (double)(body[k] / 2)),
                      point[1] + ((double)(second % 2) - (double)(body[k] % 2)), point[2]};
    add_wrench(m, body[k], wrench, lever, k ? -1 : 1);
  }
  made_end(m);
}

/* a row that is a sum of three earlier ones of the same cell */
static void add_dependent_row(Made *m, size_t cell_start) {
  size_t from = pick(8);
  for (size_t r = from; r < from + 3; r++) {
    double factor = check_random(0.5, 1.5);
    for (size_t e = m->start[cell_start + r]; e < m->start[cell_start + r + 1]; e++)
      made_add(m, m->column[e], factor * m->value[e]);
  }
  made_end(m);
}

/* two rails of bodies joined by rungs: 10 independent equations a cell, and some that depend */
static void check_ladder(size_t cells, size_t dependent) {
  TrmArena *arena = trm_arena_new();
  size_t row_count = cells * (10 + dependent), column_count = 12 * cells, sizes = 0;
  Made m = made_new(arena, row_count, column_count);
  for (size_t c = 0; c < cells; c++) {
    size_t left = 2 * c, right = left + 1, start = m.row_count;
    for (int r = 0; r < 3; r++) add_pair_row(&m, c ? left - 2 : left, left);
    for (int r = 0; r < 4; r++) add_pair_row(&m, left, right);
    for (int r = 0; r < 3; r++) add_pair_row(&m, c ? right - 2 : right, right);
    for (size_t r = 0; r < dependent; r++) add_dependent_row(&m, start);
  }
  size_t *row = shuffle(arena, row_count), *column = shuffle(arena, column_count);
  Made mixed = reorder(&m, row, column);
  double begin = now();
  TrmRank *rank = decide(&mixed, NULL, NULL);
  double factorised = now();
  double *y = trm_arena_array(arena, row_count, sizeof *y);
  for (size_t k = 0; k < rank->redundant_count; k++) sizes += trm_rank_dependency(rank, k, y);
  double solved = now();
  printf("%zu x %zu: rank %zu in %.2f s, %zu dependencies of %.1f rows in %.2f s\n", row_count,
         column_count, rank->rank, factorised - begin, rank->redundant_count,
         (double)sizes / (double)rank->redundant_count, solved - factorised);
  printf("dropped %.2g, smallest pivot %.2g, %.0f MB\n", rank->largest_dropped,
         rank->smallest_pivot, (double)trm_arena_bytes(arena) / 1e6);
  CHECK(rank->rank == 10 * cells && rank->redundant_count == dependent * cells);
  CHECK(solved - begin < 5);
  check_null(&mixed, rank, NULL, 97);
  trm_arena_free(arena);
}

/* bodies in a square, each joined to two neighbours, with one equation of each body written twice:
 * elimination fills it much more than a ladder */
static void check_grid(size_t side) {
  TrmArena *arena = trm_arena_new();
  size_t most = 6 * side * side, twice = 0;
  Made m = made_new(arena, most, most);
  for (size_t body = 1; body < side * side; body++) {
    size_t first = m.row_count;
    for (int r = 0; r < 3 && body >= side; r++) add_pair_row(&m, body - side, body);
    for (int r = 0; r < 2 && body % side; r++) add_pair_row(&m, body - 1, body);
    for (size_t e = m.start[first]; e < m.start[first + 1]; e++)
      made_add(&m, m.column[e], 2.5 * m.value[e]);
    made_end(&m);
    twice++;
  }
  size_t *row = shuffle(arena, m.row_count), *column = shuffle(arena, m.column_count);
  Made mixed = reorder(&m, row, column);
  double begin = now();
  TrmRank *rank = decide(&mixed, NULL, NULL);
  printf("grid %zu x %zu: rank %zu in %.2f s, dropped %.2g, smallest pivot %.2g\n", m.row_count,
         m.column_count, rank->rank, now() - begin, rank->largest_dropped, rank->smallest_pivot);
  CHECK(rank->redundant_count == twice);
  check_null(&mixed, rank, NULL, 97);
  trm_arena_free(arena);
}

/* zero, twice the same, nothing at all */
static void check_special(void) {
  TrmArena *arena = trm_arena_new();
  double x[4], y[4];
  Made nothing = made_new(arena, 0, 0);
  TrmRank *rank = decide(&nothing, NULL, NULL);
  CHECK(rank->rank == 0 && rank->redundant_count == 0 && rank->free_count == 0);
  Made wide = made_new(arena, 0, 3);
  rank = decide(&wide, NULL, NULL);
  CHECK(rank->rank == 0 && rank->free_count == 3 && rank->free_column[2] == 2);
  trm_rank_freedom(rank, 1, x);
  CHECK(x[0] == 0 && x[1] == 1 && x[2] == 0);
  Made one = from_full(arena, (double[]){-3e-7}, 1, 1),
       zero = from_full(arena, (double[]){0}, 1, 1);
  rank = decide(&one, NULL, NULL);
  CHECK(rank->rank == 1 && rank->redundant_count == 0 && rank->smallest_pivot > 0.7);
  rank = decide(&zero, NULL, NULL);
  CHECK(rank->rank == 0 && rank->redundant_count == 1 && rank->free_count == 1);
  CHECK(trm_rank_dependency(rank, 0, y) == 1 && y[0] == 1);

  /* row 1 is zero, row 3 is twice row 0, column 2 is zero */
  const double a[] = {1, 2, 0, 3, 0, 0, 0, 0, 0, 1, 0, -1, 2, 4, 0, 6};
  Made m = from_full(arena, a, 4, 4);
  rank = decide(&m, NULL, NULL);
  CHECK(rank->rank == 2 && rank->redundant_count == 2 && rank->largest_dropped == 0);
  CHECK(rank->redundant[0] == 1 && rank->redundant[1] == 3);
  CHECK(trm_rank_dependency(rank, 1, y) == 2 && y[0] == -2 && y[1] == 0 && y[2] == 0 && y[3] == 1);
  check_null(&m, rank, NULL, 1);
  rank = decide(&m, NULL, (const unsigned char[]){1, 0, 0, 0});
  CHECK(rank->rank == 2 && rank->redundant[0] == 0 && rank->redundant[1] == 1);

  /* entries of the same place add up, here to nothing */
  Made twice = made_new(arena, 1, 2);
  made_add(&twice, 0, 1), made_add(&twice, 1, 1), made_add(&twice, 0, -1);
  made_end(&twice);
  rank = decide(&twice, NULL, NULL);
  CHECK(rank->rank == 1 && rank->free_count == 1 && rank->free_column[0] == 0);
  trm_arena_free(arena);
}

/* of each equation written twice, the preferred one is redundant, in a small and a large matrix */
static void check_preference(size_t pairs) {
  TrmArena *arena = trm_arena_new();
  Made m = made_new(arena, 2 * pairs, pairs + 2);
  unsigned char *prefer = trm_arena_array(arena, 2 * pairs, 1);
  for (size_t i = 0; i < 2 * pairs; i++) {
    double factor = i % 2 ? 1 : 3;
    for (size_t j = 0; j < 3; j++) made_add(&m, i / 2 + j, factor * (double[]){1, -2, 1}[j]);
    made_end(&m);
    prefer[i] = (i / 2) % 3 == 0 ? i % 2 != 0 : i % 2 ? 0 : 9;
  }
  TrmRank *rank = decide(&m, NULL, prefer);
  CHECK(rank->rank == pairs);
  for (size_t k = 0; k < rank->redundant_count; k++) CHECK(prefer[rank->redundant[k]]);
  check_null(&m, rank, NULL, 1);
  trm_arena_free(arena);
}

/* blocks of rotations times 1, ..., 1, sigma: full rank unless sigma is below the tolerance */
static void check_gap(size_t blocks, double sigma, size_t missing) {
  enum { SIDE = 30 };
  TrmArena *arena = trm_arena_new();
  Made m = made_new(arena, blocks * SIDE, blocks * SIDE);
  double a[SIDE][SIDE];
  for (size_t b = 0; b < blocks; b++) {
    for (size_t i = 0; i < SIDE; i++)
      for (size_t j = 0; j < SIDE; j++) a[i][j] = i != j ? 0 : i + 1 < SIDE ? 1 : sigma;
    for (int turn = 0; turn < 400; turn++) {
      size_t p = pick(SIDE), q = (p + 1 + pick(SIDE - 1)) % SIDE;
      double angle = check_random(-3, 3), c = cos(angle), s = sin(angle);
      for (size_t k = 0; k < SIDE; k++) {
        double *x = turn % 2 ? &a[p][k] : &a[k][p], *y = turn % 2 ? &a[q][k] : &a[k][q], old = *x;
        *x = c * old - s * *y;
        *y = s * old + c * *y;
      }
    }
    for (size_t i = 0; i < SIDE; i++) {
      for (size_t j = 0; j < SIDE; j++) made_add(&m, b * SIDE + j, a[i][j]);
      made_end(&m);
    }
  }
  TrmRank *rank = decide(&m, NULL, NULL);
  CHECK(rank->rank == blocks * (SIDE - missing));
  CHECK(missing ? rank->largest_dropped <= 100 * fmax(sigma, 1e-15)
                : rank->largest_dropped < 1e-12);
  CHECK(rank->smallest_pivot > (missing ? 1e-3 : sigma / 100));
  if (sigma < 1e-14) check_null(&m, rank, NULL, 1);
  trm_arena_free(arena);
}

static void check_all(void *context) {
  (void)context;
  check_special();
  check_random_ranks(false);
  check_random_ranks(true);
  check_blocks();
  for (size_t blocks = 1; blocks <= 20; blocks += 19) {
    check_gap(blocks, 1e-4, 0);
    check_gap(blocks, 1e-7, 0);
    check_gap(blocks, 1e-12, 1);
    check_gap(blocks, 0, 1);
  }
  check_preference(5);
  check_preference(2000);
  check_ladder(1500, 2);
  check_ladder(1500, 6);
  check_grid(25);
  check_grid(40);
}

int main(void) {
  CHECK(trm_guard(check_all, NULL) == TRM_OK);
  check_figure("linalg", "left null vectors of redundant rows", "the matrix itself", worst_left,
               1e-11);
  check_figure("linalg", "right null vectors of free columns", "the matrix itself", worst_right,
               1e-11);
  printf("null vectors: left %.2g, right %.2g\n", worst_left, worst_right);
  return check_done();
}
