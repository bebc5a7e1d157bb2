import { basename } from 'node:path';
import { BROWSER_FOLDER, findEntryPoints } from './bundle-sources.ts';

/** A file of the bundle. The name contains a hash of the content. */
export interface BundleFile {
  name: string;
  content: Uint8Array;
}

/** All files of the bundle, and the files of each entry point. */
export interface BuiltBundle {
  files: readonly BundleFile[];
  /** By name of the entry point: its own file first, then the files that it imports statically. */
  entries: Readonly<Record<string, readonly string[]>>;
}

/** Bundles the code that runs in browsers with esbuild. Code that several entry points use is in shared files. */
export async function buildBundle(): Promise<BuiltBundle> {
  const [{ build }, entryPoints] = await Promise.all([import('esbuild'), findEntryPoints()]);
  const { outputFiles, metafile } = await build({
    entryPoints: Object.entries(entryPoints).map(([name, file]) => ({ in: file, out: name })),
    absWorkingDir: BROWSER_FOLDER,
    tsconfig: `${BROWSER_FOLDER}/tsconfig.json`,
    outdir: '.',
    entryNames: '[name]-[hash]',
    chunkNames: 'chunk-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2023',
    minify: true,
    legalComments: 'none',
    define: { 'process.env.NODE_ENV': '"production"' },
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  const files = outputFiles.map(({ path, contents }) => ({ name: basename(path), content: contents }));
  const loaded = new Map<string, string[]>();
  for (const [path, output] of Object.entries(metafile.outputs)) {
    if (output.entryPoint === undefined) continue;
    loaded.set(output.entryPoint.split('/').at(-1)!, [
      basename(path),
      ...staticImports(path, metafile.outputs),
    ]);
  }
  return {
    files,
    entries: Object.fromEntries(
      Object.entries(entryPoints).map(([name, file]) => [name, loaded.get(basename(file)) ?? []]),
    ),
  };
}

type Outputs = Readonly<Record<string, { imports: readonly { path: string; kind: string }[] }>>;

/** Returns the names of all files that a file imports statically, directly or indirectly. */
function staticImports(path: string, outputs: Outputs, found = new Set<string>()): string[] {
  for (const { path: imported, kind } of outputs[path]?.imports ?? []) {
    if (kind !== 'import-statement' || found.has(imported)) continue;
    found.add(imported);
    staticImports(imported, outputs, found);
  }
  return [...found].map((each) => basename(each));
}
