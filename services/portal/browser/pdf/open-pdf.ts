import type { PDFDocumentProxy } from 'pdfjs-dist';

type PdfJs = typeof import('pdfjs-dist');

/** Maximum pixels of a drawn page. Browsers cannot draw larger ones. */
const MAX_PIXELS = 16_777_216;

export interface PdfSource {
  /** URL path of the file. */
  url: string;
  /** URL path of the files of pdf.js. */
  assetsPath: string;
}

/** An open PDF. */
export interface Pdf {
  pageCount: number;
  /**
   * Draws a page on a canvas, and fills an element with its text. Replaces the earlier content of both.
   *
   * @param width width of the page in CSS pixels
   * @throws the reason of `signal` after it is aborted
   */
  draw(
    page: number,
    target: { canvas: HTMLCanvasElement; text: HTMLElement; frame: HTMLElement },
    width: number,
    signal: AbortSignal,
  ): Promise<void>;
  close(): void;
}

/**
 * Opens a PDF with pdf.js. The parts of the file that the current page needs are requested first. Scripts, forms and links of the
 * PDF are neither run nor shown.
 *
 * @throws an error with the name `PasswordException` for an encrypted PDF, and other errors for damaged files
 */
export async function openPdf({ url, assetsPath }: PdfSource): Promise<Pdf> {
  const pdfjs = (await import(`${assetsPath}build/pdf.min.mjs`)) as PdfJs;
  pdfjs.GlobalWorkerOptions.workerSrc = `${assetsPath}build/pdf.worker.min.mjs`;
  const task = pdfjs.getDocument({
    url,
    cMapUrl: `${assetsPath}cmaps/`,
    standardFontDataUrl: `${assetsPath}standard_fonts/`,
    wasmUrl: `${assetsPath}wasm/`,
    // The policy of the page allows neither WebAssembly nor code in strings.
    useWasm: false,
    isEvalSupported: false,
    // Fonts that a PDF does not contain are loaded by the worker. A style sheet must not load them.
    useSystemFonts: false,
    enableXfa: false,
    disableAutoFetch: true,
  });
  const document = await task.promise;
  return {
    pageCount: document.numPages,
    draw: (page, target, width, signal) => draw(pdfjs, document, page, target, width, signal),
    close: () => void task.destroy(),
  };
}

async function draw(
  { TextLayer }: PdfJs,
  document: PDFDocumentProxy,
  pageNumber: number,
  { canvas, text, frame }: Parameters<Pdf['draw']>[1],
  width: number,
  signal: AbortSignal,
): Promise<void> {
  const page = await document.getPage(pageNumber);
  signal.throwIfAborted();
  const scale = width / page.getViewport({ scale: 1 }).width;
  const viewport = page.getViewport({ scale });
  const resolution = Math.min(devicePixelRatio, Math.sqrt(MAX_PIXELS / (viewport.width * viewport.height)));
  // A page is drawn on a new canvas, so that the shown page does not flicker.
  const drawn = new OffscreenCanvas(
    Math.max(1, Math.floor(viewport.width * resolution)),
    Math.max(1, Math.floor(viewport.height * resolution)),
  );
  const context = drawn.getContext('2d', { alpha: false }) as unknown as CanvasRenderingContext2D;
  const rendering = page.render({
    canvas: null,
    canvasContext: context,
    viewport: page.getViewport({ scale: scale * resolution }),
    annotationMode: 0,
  });
  const abort = (): void => rendering.cancel();
  signal.addEventListener('abort', abort);
  try {
    await rendering.promise;
  } finally {
    signal.removeEventListener('abort', abort);
  }
  signal.throwIfAborted();
  frame.style.setProperty('--total-scale-factor', String(scale));
  frame.style.width = `${viewport.width}px`;
  frame.style.height = `${viewport.height}px`;
  canvas.width = drawn.width;
  canvas.height = drawn.height;
  canvas.getContext('2d')!.drawImage(drawn, 0, 0);
  text.replaceChildren();
  await new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport }).render();
}
