import { expect, jest, test } from '@jest/globals';
import { withoutInstancing } from './without-instancing.ts';

/** A program like those of sigma, which draws a triangle for each item with two attributes. */
class Triangles {
  array = new Float32Array();
  ATTRIBUTES: { name: string; size: number }[];
  ATTRIBUTES_ITEMS_COUNT: number;
  isInstanced: boolean;
  static readonly VERTICES = 3;

  constructor() {
    const definition = this.getDefinition();
    this.ATTRIBUTES = definition.ATTRIBUTES;
    this.ATTRIBUTES_ITEMS_COUNT = this.ATTRIBUTES.reduce((sum, { size }) => sum + size, 0);
    this.isInstanced = 'CONSTANT_ATTRIBUTES' in definition;
  }

  getDefinition() {
    return {
      ATTRIBUTES: [{ name: 'position', size: 2 }],
      CONSTANT_ATTRIBUTES: [{ name: 'corner', size: 1 }],
      CONSTANT_DATA: [[7], [8], [9]],
    };
  }

  reallocate(capacity: number): void {
    this.array = new Float32Array(capacity * Triangles.VERTICES * this.ATTRIBUTES_ITEMS_COUNT);
  }

  process(index: number, offset: number): void {
    this.processVisibleItem(index, offset * Triangles.VERTICES * this.ATTRIBUTES_ITEMS_COUNT);
  }

  processVisibleItem(index: number, startIndex: number): void {
    this.array.set([index, -index], startIndex);
  }

  bindAttribute({ size }: { size: number }): number {
    return size;
  }

  bindProgram(_program: object): void {
    throw new Error('Sigma would send the buffer with each frame.');
  }
}

const createProgram = (capacity: number) => {
  const program = new (withoutInstancing(Triangles))();
  program.reallocate(capacity);
  return program;
};

test('repeats the attributes of an item for each vertex, with those of the vertex', () => {
  const program = createProgram(2);
  expect(program.isInstanced).toBe(false);
  program.process(1, 0);
  program.process(2, 1);
  expect([...program.array]).toEqual([1, -1, 7, 1, -1, 8, 1, -1, 9, 2, -2, 7, 2, -2, 8, 2, -2, 9]);
});

test('sends the buffers of both images to the GPU after a change, and not with each frame', () => {
  const program = createProgram(1);
  const gl = { bindBuffer: jest.fn(), bufferData: jest.fn() };
  const draw = (): number => {
    gl.bufferData.mockClear();
    for (const info of infos) program.bindProgram(info);
    return gl.bufferData.mock.calls.length;
  };
  const infos = [
    { gl, buffer: {} },
    { gl, buffer: {} },
  ];
  program.process(1, 0);
  expect([draw(), draw()]).toEqual([2, 0]);
  program.process(2, 0);
  expect([draw(), draw()]).toEqual([2, 0]);
  program.reallocate(2);
  expect(draw()).toBe(2);
});
