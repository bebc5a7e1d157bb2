// Compiles scan.ts to scan.wasm, or to the file named as the argument. Run after every change of scan.ts.
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const here = fileURLToPath(new URL('.', import.meta.url));
const target = process.argv[2] ?? fileURLToPath(new URL('./scan.wasm', import.meta.url));
const options = ['-O3', '--enable', 'simd', '--runtime', 'stub', '--noAssert', '--importMemory'];
const { error, stderr } = await asc.main(['scan.ts', '--baseDir', here, '--outFile', target, ...options]);
if (error) {
  console.error(stderr.toString());
  process.exitCode = 1;
}
