// cspell:ignore bcmap
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import express from 'express';
import type { Router } from 'express';

const MANIFEST = import.meta.resolve('pdfjs-dist/package.json');
const { version } = JSON.parse(readFileSync(fileURLToPath(MANIFEST), 'utf8')) as { version: string };

/** URL path of the files of pdf.js. It contains the version, so that browsers cache the files permanently. */
export const PDF_ASSETS = `/assets/pdf-${version}/`;

/**
 * Folders of pdf.js by the first segment of the path: its code, character maps of Asian fonts, fonts that PDFs need not contain, and
 * image decoders.
 */
const FOLDERS: Readonly<Record<string, string>> = {
  build: 'legacy/build',
  cmaps: 'cmaps',
  standard_fonts: 'standard_fonts',
  wasm: 'wasm',
};
const NAME = /^[A-Za-z0-9_-]+(?:\.bcmap|\.pfb|\.ttf|\.js|\.min\.mjs|\.worker\.min\.mjs)$/;

/** Serves the files of pdf.js, which are already minified. Bundling them would take several times as long as all other scripts. */
export function pdfAssetsRouter(): Router {
  const router = express.Router();
  router.get(`${PDF_ASSETS}:folder/:name`, async (request, response, next) => {
    const { folder, name } = request.params;
    const content = Object.hasOwn(FOLDERS, folder) && NAME.test(name) ? await readAsset(folder, name) : null;
    if (content === null) {
      next();
      return;
    }
    const isScript = name.endsWith('js');
    response.setHeader(
      'content-type',
      isScript ? 'text/javascript; charset=utf-8' : 'application/octet-stream',
    );
    response.setHeader('cache-control', 'public, max-age=31536000, immutable');
    response.setHeader('x-content-type-options', 'nosniff');
    // Applies to the worker, which does not have the policy of the page.
    response.setHeader(
      'content-security-policy',
      "default-src 'none'; script-src 'self'; connect-src 'self'",
    );
    response.end(content);
  });
  return router;
}

/** Returns null for an unknown file. */
const readAsset = (folder: string, name: string): Promise<Buffer | null> =>
  readFile(fileURLToPath(new URL(`${FOLDERS[folder]}/${name}`, MANIFEST))).catch(() => null);
