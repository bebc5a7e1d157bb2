// The inner loop of the embedded vector index, in AssemblyScript. `npm run kernel` compiles it to scan.wasm and records
// the hash of this file. A test fails if scan.wasm was not compiled from this version.

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
  const queryEnd = query + ((<usize>dimension) << 1);
  const rowsEnd = rows + stride * <usize>count;
  for (let row = rows; row < rowsEnd; row += stride, scores += 4) {
    let low = i32x4.splat(0);
    let high = i32x4.splat(0);
    let codes = row + 16;
    for (let part = query; part < queryEnd; part += 32, codes += 16) {
      const sixteen = v128.load(codes);
      low = i32x4.add(low, i32x4.dot_i16x8_s(v128.load(part), i16x8.extend_low_i8x16_s(sixteen)));
      high = i32x4.add(high, i32x4.dot_i16x8_s(v128.load(part, 16), i16x8.extend_high_i8x16_s(sixteen)));
    }
    const sum = i32x4.add(low, high);
    const dot =
      i32x4.extract_lane(sum, 0) +
      i32x4.extract_lane(sum, 1) +
      i32x4.extract_lane(sum, 2) +
      i32x4.extract_lane(sum, 3);
    store<f32>(scores, <f32>dot * load<f32>(row) * scale);
  }
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
