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
