import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..');
const DOCUMENT = '../../gateway/src/api-description/openapi.json';
/** In a folder that every other check ignores. */
const GENERATED = 'node_modules/.generated';

const COMPILER_OPTIONS =
  '--strict --noEmit --skipLibCheck --target es2022 --lib es2022,dom,dom.iterable --module esnext --moduleResolution bundler'.split(
    ' ',
  );

/** Commands in the order in which they run. The last one checks the files of the generators. */
const STEPS: readonly (readonly [what: string, program: string, ...parameters: string[]])[] = [
  ['redocly lint', '@redocly/cli/bin/cli.js', 'lint', DOCUMENT, '--config', 'redocly.yaml'],
  [
    'spectral lint, with the OWASP rules',
    '@stoplight/spectral-cli/dist/index.js',
    'lint',
    DOCUMENT,
    '--ruleset',
    'spectral.yaml',
    '--fail-severity',
    'error',
  ],
  ['openapi-typescript', 'openapi-typescript/bin/cli.js', DOCUMENT, '--output', `${GENERATED}/schema.ts`],
  [
    '@hey-api/openapi-ts',
    '@hey-api/openapi-ts/bin/run.js',
    '--input',
    DOCUMENT,
    '--output',
    `${GENERATED}/client`,
    '--client',
    '@hey-api/client-fetch',
  ],
  [
    'tsc --strict of the generated files',
    'typescript/bin/tsc',
    ...COMPILER_OPTIONS,
    `${GENERATED}/schema.ts`,
    `${GENERATED}/client/index.ts`,
  ],
];

/** Runs a program of this folder's dependencies. @returns its exit code */
async function run(program: string, parameters: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [join(folder, 'node_modules', program), ...parameters], {
    cwd: folder,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

await rm(join(folder, GENERATED), { recursive: true, force: true });
const failed: string[] = [];
for (const [what, program, ...parameters] of STEPS) {
  console.log(`\n== ${what}`);
  if ((await run(program, parameters)) !== 0) failed.push(what);
}
console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
