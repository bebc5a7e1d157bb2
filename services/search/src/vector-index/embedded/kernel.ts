import { readFileSync } from 'node:fs';

/** The compiled scan kernel. @see services/search/kernel/scan.ts */
const kernelModule = new WebAssembly.Module(
  readFileSync(new URL('../../../kernel/scan.wasm', import.meta.url)),
);

const WASM_PAGE_BYTES = 65_536;

/** Creates a memory of at least `bytes` bytes, and an instance of the kernel that uses it. */
export function instantiateKernel<Kernel>(bytes: number): { memory: WebAssembly.Memory; kernel: Kernel } {
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / WASM_PAGE_BYTES) });
  const instance = new WebAssembly.Instance(kernelModule, { env: { memory } });
  return { memory, kernel: instance.exports as unknown as Kernel };
}

/**
 * Grows a memory to at least `bytes` bytes.
 *
 * @returns true if the memory has grown, so that all views of it must be replaced
 */
export function growMemory(memory: WebAssembly.Memory, bytes: number): boolean {
  const pages = memory.buffer.byteLength / WASM_PAGE_BYTES;
  const missingPages = Math.ceil(bytes / WASM_PAGE_BYTES) - pages;
  if (missingPages <= 0) return false;
  // Grows by at least an eighth, so that the memory is not copied with every batch of writes.
  memory.grow(Math.max(missingPages, Math.ceil(pages / 8)));
  return true;
}
