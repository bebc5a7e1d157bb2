import type { Program } from 'sigma/rendering';

type ProgramInfo = Parameters<Program['drawWebGL']>[1];
type InstancedDefinition = Pick<
  Program,
  | 'VERTICES'
  | 'VERTEX_SHADER_SOURCE'
  | 'FRAGMENT_SHADER_SOURCE'
  | 'UNIFORMS'
  | 'ATTRIBUTES'
  | 'METHOD'
  | 'CONSTANT_ATTRIBUTES'
  | 'CONSTANT_DATA'
>;

/** A program of sigma that draws many copies of a shape, for example the quad of a relationship. */
interface InstancedProgram extends Program {
  getDefinition(): InstancedDefinition;
  setUniforms(...args: Parameters<Program['setUniforms']>): void;
  process(index: number, offset: number, ...data: unknown[]): void;
  /** Writes the attributes of a copy. */
  processVisibleItem(index: number, startIndex: number, ...data: unknown[]): void;
}

/**
 * Returns a program that draws the same without instancing: with the attributes of each vertex in one buffer, which is sent to the
 * GPU only after a change. Drivers that emulate a GPU draw each instance separately, which takes about ten times as long, and
 * sigma sends the attributes of all instances with each frame.
 */
export function withoutInstancing<Class>(InstancedClass: Class): Class {
  const Base = InstancedClass as unknown as new (...args: never[]) => InstancedProgram;

  class VertexProgram extends Base {
    /** Attributes that differ between the vertices of a shape, by vertex. */
    #vertices: readonly (readonly number[])[] | undefined;
    readonly #uploaded = new Set<ProgramInfo>();

    override getDefinition(): InstancedDefinition {
      const definition = super.getDefinition();
      const attributes = [...definition.ATTRIBUTES, ...definition.CONSTANT_ATTRIBUTES];
      const result: Partial<InstancedDefinition> = { ...definition, ATTRIBUTES: attributes };
      // Sigma uses instancing for definitions with this property.
      delete result.CONSTANT_ATTRIBUTES;
      return result as InstancedDefinition;
    }

    override reallocate(capacity: number): void {
      this.#uploaded.clear();
      super.reallocate(capacity);
    }

    override process(index: number, offset: number, ...data: unknown[]): void {
      this.#uploaded.clear();
      super.process(index, offset, ...data);
    }

    override processVisibleItem(index: number, startIndex: number, ...data: unknown[]): void {
      super.processVisibleItem(index, startIndex, ...data);
      const { array, ATTRIBUTES_ITEMS_COUNT: length } = this;
      const vertices = (this.#vertices ??= super.getDefinition().CONSTANT_DATA);
      for (const [number, values] of vertices.entries()) {
        const start = startIndex + number * length;
        // Copies bits, because a color is stored as a number that can be NaN.
        array.copyWithin(start, startIndex, startIndex + length - values.length);
        array.set(values, start + length - values.length);
      }
    }

    protected override bindProgram(program: ProgramInfo): void {
      const { gl, buffer } = program;
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      let offset = 0;
      for (const attribute of this.ATTRIBUTES) offset += this.bindAttribute(attribute, program, offset);
      if (!this.#uploaded.has(program)) gl.bufferData(gl.ARRAY_BUFFER, this.array, gl.STATIC_DRAW);
      this.#uploaded.add(program);
      gl.bindBuffer(gl.ARRAY_BUFFER, null);
    }
  }
  return VertexProgram as unknown as Class;
}
