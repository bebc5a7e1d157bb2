// cspell:ignore bcmap
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import express from 'express';
import type { Router } from 'express';

/** URL path of the folders with the data of pdf.js. */
export const PDF_ASSETS = '/assets/pdf/';

/** Folders of pdf.js: character maps of Asian fonts, fonts that PDFs need not contain, and image decoders. */
const FOLDERS = ['cmaps', 'standard_fonts', 'wasm'];
const NAME = /^[A-Za-z0-9_-]+\.(?:bcmap|pfb|ttf|js)$/;

/** Serves the files that pdf.js loads for some PDFs. Their content changes only with the version of pdf.js. */
export function pdfAssetsRouter(): Router {
  const router = express.Router();
  router.get(`${PDF_ASSETS}:folder/:name`, async (request, response, next) => {
    const { folder, name } = request.params;
    const content = FOLDERS.includes(folder) && NAME.test(name) ? await readAsset(folder, name) : null;
    if (content === null) {
      next();
      return;
    }
    response.setHeader(
      'content-type',
      name.endsWith('.js') ? 'text/javascript; charset=utf-8' : 'application/octet-stream',
    );
    response.setHeader('cache-control', 'public, max-age=86400');
    response.setHeader('x-content-type-options', 'nosniff');
    response.end(content);
  });
  return router;
}

/** Returns null for an unknown file. */
const readAsset = (folder: string, name: string): Promise<Buffer | null> =>
  readFile(fileURLToPath(new URL(`${folder}/${name}`, import.meta.resolve('pdfjs-dist/package.json')))).catch(
    () => null,
  );
