import { readFileSync } from 'node:fs';

/** The compiled scan kernel. @see services/search/kernel/scan.ts */
export const kernelModule = new WebAssembly.Module(
  readFileSync(new URL('../../../kernel/scan.wasm', import.meta.url)),
);
