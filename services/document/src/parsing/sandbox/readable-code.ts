import { readFileSync, realpathSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The packages that the parsers import. A new import fails in the sandbox until its package is listed here. */
const IMPORTED_PACKAGES = [
  '@loci/core',
  'chardet',
  'file-type',
  'htmlparser2',
  'jsonc-parser',
  'mammoth',
  'markdown-it',
  'pdfjs-dist',
  'word-extractor',
  'yaml',
  'yauzl',
];

/** Code of this package that the parser process loads. `package.json` marks it as ES modules. */
const OWN_CODE = ['../', '../../chunking/', '../../../package.json'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

let cached: readonly string[] | undefined;

/**
 * Returns the files and folders of the code that a parser needs: the parsing and chunking modules, the packages that
 * they import, and the dependencies of these packages.
 */
export function readableCode(): readonly string[] {
  cached ??= [...OWN_CODE, ...packageFolders(IMPORTED_PACKAGES)];
  return cached;
}

function packageFolders(names: readonly string[]): Set<string> {
  const folders = new Set<string>();
  const visit = (name: string, importer: string): void => {
    const manifest = findPackageJSON(name, importer);
    if (manifest === undefined) throw new Error(`The parser needs the package ${name}. Run npm install.`);
    // Workspace packages are symbolic links. Node.js reads the link on resolution and the target on loading.
    const target = realpathSync(manifest);
    if (folders.has(dirname(target))) return;
    folders.add(dirname(manifest)).add(dirname(target));
    const { dependencies = {} } = JSON.parse(readFileSync(target, 'utf8')) as {
      dependencies?: Record<string, string>;
    };
    for (const dependency of Object.keys(dependencies)) visit(dependency, pathToFileURL(target).href);
  };
  for (const name of names) visit(name, import.meta.url);
  return folders;
}
