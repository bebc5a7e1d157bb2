// Compiles scan.ts to scan.wasm and writes the hash of the source to scan.ts.sha256. Run it after every
// change to scan.ts.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const folder = fileURLToPath(new URL('.', import.meta.url));
const options = ['-O3', '--enable', 'simd', '--runtime', 'stub', '--noAssert', '--importMemory'];
const { error, stderr } = await asc.main([
  'scan.ts',
  '--baseDir',
  folder,
  '--outFile',
  'scan.wasm',
  ...options,
]);
if (error) {
  console.error(stderr.toString());
  process.exitCode = 1;
} else {
  // The checksum file has the format of sha256sum.
  const hash = createHash('sha256')
    .update(readFileSync(new URL('./scan.ts', import.meta.url)))
    .digest('hex');
  writeFileSync(new URL('./scan.ts.sha256', import.meta.url), `${hash}  scan.ts\n`);
}
