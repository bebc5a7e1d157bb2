// The inner loop of the embedded vector index, in AssemblyScript. `npm run kernel` compiles it to scan.wasm and records
// the hash of this file. A test fails if scan.wasm was not compiled from this version.

/** Number of rows whose cache lines are read at the same time. */
const ROWS_PER_BATCH: usize = 16;
const CACHE_LINE_BYTES: usize = 64;

/**
 * Scores `count` quantized rows against one query. A score is the dot product of the query's 16-bit values and the
 * row's 8-bit codes, multiplied by both scales.
 *
 * A row consists of an f32 scale, padded to 16 bytes, and `dimension` signed bytes. `dimension` is a multiple of 16 and
 * at most 8192. The query consists of `dimension` signed 16-bit integers of at most 2047, so that 8192 products with
 * codes of at most 127 do not overflow the 32-bit sums.
 *
 * @param query address of the query
 * @param rows address of the first row
 * @param scores address of the f32 results
 * @param scale scale of the query
 */
export function scan(query: usize, dimension: i32, rows: usize, count: i32, scores: usize, scale: f32): void {
  const stride = <usize>dimension + 16;
  const rowsEnd = rows + stride * <usize>count;
  for (let row = rows; row < rowsEnd; row += stride, scores += 4) {
    store<f32>(scores, <f32>dotWithRow(query, dimension, row) * load<f32>(row) * scale);
  }
}

/**
 * Scores the rows with the given numbers, as `scan` does.
 *
 * @param rows address of row 0
 * @param numbers address of `count` u32 row numbers
 */
export function scanRows(
  query: usize,
  dimension: i32,
  rows: usize,
  numbers: usize,
  count: i32,
  scores: usize,
  scale: f32,
): void {
  const stride = <usize>dimension + 16;
  const end = numbers + ((<usize>count) << 2);
  while (numbers < end) {
    const batchEnd = min(end, numbers + ROWS_PER_BATCH * 4);
    readCacheLines(rows, stride, numbers, batchEnd, scores);
    for (; numbers < batchEnd; numbers += 4, scores += 4) {
      const row = rows + <usize>load<u32>(numbers) * stride;
      store<f32>(scores, <f32>dotWithRow(query, dimension, row) * load<f32>(row) * scale);
    }
  }
}

/**
 * Computes the dot products of a vector and rows with their residuals. A value of a row is the sum of 256 times its code
 * and its residual, multiplied by the scale of the row and divided by 256.
 *
 * @param vector address of `dimension` f64 values
 * @param rows address of row 0, as in `scan`
 * @param numbers address of `count` u32 row numbers
 * @param residuals address of the residuals of these rows, `dimension` signed bytes each
 * @param dots address of the f64 results
 */
export function dotRows(
  vector: usize,
  dimension: i32,
  rows: usize,
  numbers: usize,
  residuals: usize,
  count: i32,
  dots: usize,
): void {
  const stride = <usize>dimension + 16;
  const end = numbers + ((<usize>count) << 2);
  while (numbers < end) {
    const batchEnd = min(end, numbers + ROWS_PER_BATCH * 4);
    readCacheLines(rows, stride, numbers, batchEnd, dots);
    for (; numbers < batchEnd; numbers += 4, residuals += <usize>dimension, dots += 8) {
      const row = rows + <usize>load<u32>(numbers) * stride;
      store<f64>(dots, (<f64>load<f32>(row) / 256) * exactDotWithRow(vector, dimension, row, residuals));
    }
  }
}

/**
 * Reads each cache line of a batch of rows before it is needed. The rows are far apart, so that the CPU cannot predict
 * their addresses. These reads do not depend on each other, and the CPU waits for all of them at the same time.
 *
 * @param unused address of 4 bytes that are overwritten. Without a use of the result, the compiler would remove the reads.
 */
function readCacheLines(rows: usize, stride: usize, numbers: usize, end: usize, unused: usize): void {
  let touched: u32 = 0;
  for (let number = numbers; number < end; number += 4) {
    const row = rows + <usize>load<u32>(number) * stride;
    for (let line: usize = 0; line < stride; line += CACHE_LINE_BYTES) touched += load<u8>(row + line);
  }
  store<u32>(unused, touched);
}

/** The dot product of a vector and a row, without the scale of the row. */
function exactDotWithRow(vector: usize, dimension: i32, row: usize, residuals: usize): f64 {
  const vectorEnd = vector + ((<usize>dimension) << 3);
  // Four sums, so that an addition does not wait for the previous one.
  let first = f64x2.splat(0);
  let second = f64x2.splat(0);
  let third = f64x2.splat(0);
  let fourth = f64x2.splat(0);
  for (let codes = row + 16; vector < vectorEnd; vector += 64, codes += 8, residuals += 8) {
    const eightCodes = i16x8.shl(v128.load8x8_s(codes), 8);
    const values = i16x8.add(eightCodes, v128.load8x8_s(residuals));
    const low = i32x4.extend_low_i16x8_s(values);
    const high = i32x4.extend_high_i16x8_s(values);
    first = f64x2.add(first, f64x2.mul(v128.load(vector), f64x2.convert_low_i32x4_s(low)));
    second = f64x2.add(second, f64x2.mul(v128.load(vector, 16), f64x2.convert_low_i32x4_s(highHalf(low))));
    third = f64x2.add(third, f64x2.mul(v128.load(vector, 32), f64x2.convert_low_i32x4_s(high)));
    fourth = f64x2.add(fourth, f64x2.mul(v128.load(vector, 48), f64x2.convert_low_i32x4_s(highHalf(high))));
  }
  const sum = f64x2.add(f64x2.add(first, second), f64x2.add(third, fourth));
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}

/** Moves the high 64 bits to the low ones. */
function highHalf(lanes: v128): v128 {
  return i64x2.shuffle(lanes, lanes, 1, 0);
}

/** The dot product of the values of the query and the codes of a row. */
function dotWithRow(query: usize, dimension: i32, row: usize): i32 {
  const queryEnd = query + ((<usize>dimension) << 1);
  let low = i32x4.splat(0);
  let high = i32x4.splat(0);
  let codes = row + 16;
  for (let part = query; part < queryEnd; part += 32, codes += 16) {
    const sixteen = v128.load(codes);
    low = i32x4.add(low, i32x4.dot_i16x8_s(v128.load(part), i16x8.extend_low_i8x16_s(sixteen)));
    high = i32x4.add(high, i32x4.dot_i16x8_s(v128.load(part, 16), i16x8.extend_high_i8x16_s(sixteen)));
  }
  const sum = i32x4.add(low, high);
  return (
    i32x4.extract_lane(sum, 0) +
    i32x4.extract_lane(sum, 1) +
    i32x4.extract_lane(sum, 2) +
    i32x4.extract_lane(sum, 3)
  );
}

/**
 * Writes the sketch of quantized codes: one bit per dimension, set if the code is negative.
 *
 * @param codes address of `dimension` signed bytes
 * @param dimension a multiple of 16
 * @param sketch address of the result, `dimension / 8` bytes
 */
export function writeSketch(codes: usize, dimension: i32, sketch: usize): void {
  const end = codes + <usize>dimension;
  for (; codes < end; codes += 16, sketch += 2) store<u16>(sketch, i8x16.bitmask(v128.load(codes)));
}

/**
 * Finds the entries whose sketch differs from the query's in fewer than `limit` bits.
 *
 * An entry consists of a u32 ordinal and a sketch of `sketchBytes` bytes, which must be a multiple of 32.
 *
 * @param query address of the query's sketch
 * @param entries address of the first entry
 * @param matches address of the result: the u32 ordinal and the u32 number of different bits of each match
 * @returns the number of matches
 */
export function scanSketches(
  query: usize,
  sketchBytes: i32,
  entries: usize,
  count: i32,
  limit: i32,
  matches: usize,
): i32 {
  const stride = <usize>sketchBytes + 4;
  const end = entries + stride * <usize>count;
  // The first 256 bits of the query stay in registers.
  const first = load<i64>(query);
  const second = load<i64>(query, 8);
  const third = load<i64>(query, 16);
  const fourth = load<i64>(query, 24);
  let next = matches;
  for (let entry = entries; entry < end; entry += stride) {
    let distance =
      popcnt<i64>(first ^ load<i64>(entry, 4)) +
      popcnt<i64>(second ^ load<i64>(entry, 12)) +
      (popcnt<i64>(third ^ load<i64>(entry, 20)) + popcnt<i64>(fourth ^ load<i64>(entry, 28)));
    for (let offset: usize = 32; offset < <usize>sketchBytes; offset += 8) {
      distance += popcnt<i64>(load<i64>(query + offset) ^ load<i64>(entry + offset, 4));
    }
    if (distance < <i64>limit) {
      store<u32>(next, load<u32>(entry));
      store<u32>(next, <u32>distance, 4);
      next += 8;
    }
  }
  return <i32>((next - matches) >> 3);
}

/**
 * Estimates the similarity of 16 rows to a query from their sketches. A score is the sum of one table entry per 4 bits
 * of the sketch.
 *
 * The sketches of 16 rows form a block of `sketchBytes` groups of 16 bytes. Group `i` has byte `i` of each row. For each
 * byte of a sketch, `tables` has 16 unsigned bytes for its low 4 bits, followed by 16 for its high 4 bits. The entries
 * are at most 127, so that the sum of two fits into a byte. The caller chooses entries whose sums fit into 16 bits.
 *
 * @param tables address of the tables
 * @param block address of the block
 * @param scores address of the result: 16 unsigned 16-bit integers
 * @see "Cache locality is not enough: High-Performance Nearest Neighbor Search with Product Quantization Fast Scan",
 *   VLDB 2015
 */
function scoreBlock(tables: usize, sketchBytes: i32, block: usize, scores: usize): void {
  const lowBits = i8x16.splat(15);
  let first = i16x8.splat(0);
  let second = i16x8.splat(0);
  const end = block + ((<usize>sketchBytes) << 4);
  for (; block < end; block += 16, tables += 32) {
    const bytes = v128.load(block);
    const low = i8x16.swizzle(v128.load(tables), v128.and(bytes, lowBits));
    const high = i8x16.swizzle(v128.load(tables, 16), v128.and(i16x8.shr_u(bytes, 4), lowBits));
    const sum = i8x16.add(low, high);
    first = i16x8.add(first, i16x8.extend_low_i8x16_u(sum));
    second = i16x8.add(second, i16x8.extend_high_i8x16_u(sum));
  }
  v128.store(scores, first);
  v128.store(scores, second, 16);
}

/**
 * Scores every `step`-th block. See `scoreBlock`.
 *
 * @param blocks address of the first block
 * @param count number of scored blocks
 * @param scores address of the result: 16 unsigned 16-bit integers per scored block
 */
export function scoreBlocks(
  tables: usize,
  sketchBytes: i32,
  blocks: usize,
  step: i32,
  count: i32,
  scores: usize,
): void {
  const stride = ((<usize>sketchBytes) << 4) * <usize>step;
  const end = scores + ((<usize>count) << 5);
  for (; scores < end; scores += 32, blocks += stride) scoreBlock(tables, sketchBytes, blocks, scores);
}

/**
 * Selects the rows whose score is at least `min` and less than `limit`. See `scoreBlock`.
 *
 * @param blocks address of the first block
 * @param count number of blocks
 * @param row number of the first row of the first block
 * @param scores address of 32 bytes that the function overwrites
 * @param selected address of the result: u32 row numbers in ascending order
 * @returns the number of selected rows
 */
export function selectRows(
  tables: usize,
  sketchBytes: i32,
  blocks: usize,
  count: i32,
  min: i32,
  limit: i32,
  row: u32,
  scores: usize,
  selected: usize,
): i32 {
  const stride = (<usize>sketchBytes) << 4;
  const lowest = i16x8.splat(<i16>min);
  const highest = i16x8.splat(<i16>(limit - 1));
  let next = selected;
  for (let i = 0; i < count; i++, blocks += stride, row += 16) {
    scoreBlock(tables, sketchBytes, blocks, scores);
    const first = v128.load(scores);
    const second = v128.load(scores, 16);
    const isFirst = v128.and(i16x8.ge_u(first, lowest), i16x8.le_u(first, highest));
    const isSecond = v128.and(i16x8.ge_u(second, lowest), i16x8.le_u(second, highest));
    let bits = i16x8.bitmask(isFirst) | (i16x8.bitmask(isSecond) << 8);
    for (; bits !== 0; bits &= bits - 1, next += 4) store<u32>(next, row + ctz(bits));
  }
  return <i32>((next - selected) >> 2);
}
