/** Parses PDFs in a worker, so that the page remains responsive. */
import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs';
