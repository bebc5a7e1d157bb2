// The inner loop of the vector index, in AssemblyScript. `npm run kernel` compiles it to scan.wasm;
// a test compares the committed file with what this source compiles to.

/**
 * Scores `count` rows against one query: the dot product of the query's 16-bit numbers and the row's 8-bit
 * numbers, times both scales.
 *
 * A row is an f32 scale in 16 bytes, then `dimension` signed bytes; `dimension` is a multiple of 16.
 * The query lies at `query` as `dimension` signed 16-bit numbers of at most 2047, so that 8192
 * products with 127 still fit 32 bits.
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
