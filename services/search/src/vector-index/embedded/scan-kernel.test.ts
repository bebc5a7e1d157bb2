import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';

type Scan = (
  query: number,
  dimension: number,
  rows: number,
  count: number,
  scores: number,
  scale: number,
) => void;

const kernelFolder = new URL('../../../kernel/', import.meta.url);
const kernelModule = new WebAssembly.Module(readFileSync(new URL('scan.wasm', kernelFolder)));
const ROW_HEADER_BYTES = 16;

interface Row {
  scale: number;
  codes: Int8Array;
}

function runKernel(query: Int16Array, queryScale: number, rows: readonly Row[]): Float32Array {
  const dimension = query.length;
  const stride = ROW_HEADER_BYTES + dimension;
  const rowsStart = 2 * dimension;
  const scoresStart = rowsStart + rows.length * stride;
  const memory = new WebAssembly.Memory({ initial: Math.ceil((scoresStart + 4 * rows.length) / 65_536) });
  const { scan } = new WebAssembly.Instance(kernelModule, { env: { memory } }).exports as { scan: Scan };
  new Int16Array(memory.buffer, 0, dimension).set(query);
  rows.forEach(({ scale, codes }, i) => {
    const start = rowsStart + i * stride;
    new DataView(memory.buffer).setFloat32(start, scale, true);
    new Int8Array(memory.buffer, start + ROW_HEADER_BYTES, dimension).set(codes);
  });
  scan(0, dimension, rowsStart, rows.length, scoresStart, queryScale);
  return new Float32Array(memory.buffer.slice(scoresStart, scoresStart + 4 * rows.length));
}

/** Computes the scores without SIMD: integer dot products, multiplied by both scales in single precision. */
function referenceScores(query: Int16Array, queryScale: number, rows: readonly Row[]): Float32Array {
  return Float32Array.from(rows, ({ scale, codes }) => {
    const dot = query.reduce((sum, value, k) => sum + value * codes[k]!, 0);
    return Math.fround(Math.fround(dot) * Math.fround(scale)) * Math.fround(queryScale);
  });
}

function randomIntegers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    return Math.round(((2 * state) / 2_147_483_647 - 1) * limit);
  };
}

describe('scan kernel', () => {
  test.each([16, 32, 256, 384, 1536])(
    'computes the same scores as a plain implementation in %i dimensions',
    (dimension) => {
      const random = randomIntegers(dimension);
      const query = Int16Array.from({ length: dimension }, () => random(2047));
      const rows = Array.from({ length: 33 }, (_, i) => ({
        scale: (i + 1) / 127,
        codes: Int8Array.from({ length: dimension }, () => random(127)),
      }));
      expect(runKernel(query, 0.001, rows)).toEqual(referenceScores(query, 0.001, rows));
    },
  );

  test.each([127, -127])(
    'does not overflow with 8192 dimensions, maximum query values and codes of %i',
    (code) => {
      const query = new Int16Array(8192).fill(2047);
      const rows = [{ scale: 1, codes: new Int8Array(8192).fill(code) }];
      expect(runKernel(query, 1, rows)).toEqual(Float32Array.of(8192 * 2047 * code));
    },
  );

  test('scores a row with scale 0 as 0', () => {
    const query = new Int16Array(16).fill(5);
    expect(runKernel(query, 1, [{ scale: 0, codes: new Int8Array(16).fill(3) }])).toEqual(Float32Array.of(0));
  });

  test('was compiled from the committed source (if this fails, run "npm run kernel" in services/search)', () => {
    const source = readFileSync(new URL('scan.ts', kernelFolder));
    const [recorded] = readFileSync(new URL('scan.ts.sha256', kernelFolder), 'utf8').split(' ');
    expect(createHash('sha256').update(source).digest('hex')).toBe(recorded);
  });
});
