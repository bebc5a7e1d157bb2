import { useEffect, useRef, useState } from 'preact/hooks';
import { texts } from '../texts.ts';
import { openPdf } from './open-pdf.ts';
import type { Pdf, PdfSource } from './open-pdf.ts';
import { PdfToolbar } from './pdf-toolbar.tsx';

const ZOOMS = [0.5, 0.75, 1, 1.5, 2, 3];
/** Index of the zoom at which a page is as wide as the reader. */
const FIT = ZOOMS.indexOf(1);

/** Shows a PDF page by page. */
export function PdfReader({ name, ...source }: PdfSource & { name: string }) {
  const labels = texts.pdf;
  const [pdf, setPdf] = useState<Pdf | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [page, setPage] = useState(1);
  const [zoom, setZoom] = useState(FIT);
  const [width, setWidth] = useState(0);
  const [isBusy, setIsBusy] = useState(true);
  const view = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let opened: Pdf | undefined;
    let isClosed = false;
    openPdf(source)
      .then((loaded) => {
        opened = loaded;
        if (isClosed) loaded.close();
        else setPdf(loaded);
      })
      .catch((error: unknown) => {
        const isEncrypted = (error as Error).name === 'PasswordException';
        setProblem(isEncrypted ? labels.encrypted : labels.failed);
      });
    return () => {
      isClosed = true;
      opened?.close();
    };
  }, [source.url]);

  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry!.contentRect.width)));
    if (view.current !== null) observer.observe(view.current);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (pdf === null || width === 0) return undefined;
    const controller = new AbortController();
    const target = { canvas: canvas.current!, text: text.current!, frame: frame.current! };
    setIsBusy(true);
    pdf
      .draw(page, target, width * ZOOMS[zoom]!, controller.signal)
      .then(() => setProblem(null))
      .catch(() => {
        if (!controller.signal.aborted) setProblem(labels.failedPage(page));
      })
      .finally(() => {
        if (!controller.signal.aborted) setIsBusy(false);
      });
    return () => controller.abort();
  }, [pdf, page, zoom, width]);

  const turnTo = (wanted: number): void => {
    if (pdf === null) return;
    setPage(Math.min(pdf.pageCount, Math.max(1, wanted)));
    view.current?.scrollTo(0, 0);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    turnTo(page + step);
  };
  return (
    <section class="pdf" aria-label={labels.label(name)}>
      {pdf !== null && (
        <PdfToolbar
          page={page}
          pageCount={pdf.pageCount}
          onTurn={turnTo}
          canShrink={zoom > 0}
          canEnlarge={zoom < ZOOMS.length - 1}
          onZoom={(step) => setZoom(zoom + step)}
        />
      )}
      {problem !== null && (
        <p class="note bad" role="alert">
          {problem}
        </p>
      )}
      {pdf === null && problem === null && (
        <p class="quiet" role="status">
          {labels.loading}
        </p>
      )}
      <div
        ref={view}
        class="pdf-view"
        role="group"
        aria-label={`${labels.page} ${page}. ${labels.keys}`}
        aria-busy={isBusy}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div ref={frame} class="pdf-page" hidden={pdf === null}>
          <canvas ref={canvas} aria-hidden="true" />
          <div ref={text} class="pdf-text" />
        </div>
      </div>
    </section>
  );
}
