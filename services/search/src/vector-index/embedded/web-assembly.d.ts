// The part of the WebAssembly API that the scan kernel needs. The types of Node do not declare it, and the DOM library
// of TypeScript would also declare browser globals.
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Memory {
    constructor(descriptor: { initial: number });
    readonly buffer: ArrayBuffer;
    /** Adds pages of 64 KiB. Detaches the old `buffer`, so views of it become empty. */
    grow(pages: number): number;
  }
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, unknown>>);
    readonly exports: Record<string, unknown>;
  }
}
