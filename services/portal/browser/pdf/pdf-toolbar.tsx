import { texts } from '../texts.ts';

export interface PdfToolbarProps {
  page: number;
  pageCount: number;
  onTurn(page: number): void;
  canShrink: boolean;
  canEnlarge: boolean;
  onZoom(step: 1 | -1): void;
}

/** Buttons that turn and enlarge the page of a PDF. */
export function PdfToolbar({ page, pageCount, onTurn, canShrink, canEnlarge, onZoom }: PdfToolbarProps) {
  const labels = texts.pdf;
  return (
    <div class="pdf-toolbar">
      <button
        type="button"
        class="second small"
        disabled={page === 1}
        aria-label={labels.previous}
        onClick={() => onTurn(page - 1)}
      >
        ←
      </button>
      <label>
        {labels.page}{' '}
        <input
          type="number"
          min={1}
          max={pageCount}
          value={page}
          onChange={({ currentTarget }) => {
            const wanted = Math.round(currentTarget.valueAsNumber);
            if (Number.isFinite(wanted)) onTurn(wanted);
            currentTarget.value = String(
              Number.isFinite(wanted) ? Math.min(pageCount, Math.max(1, wanted)) : page,
            );
          }}
        />{' '}
        {labels.of(pageCount)}
      </label>
      <button
        type="button"
        class="second small"
        disabled={page === pageCount}
        aria-label={labels.next}
        onClick={() => onTurn(page + 1)}
      >
        →
      </button>
      <span class="pdf-zoom">
        <button
          type="button"
          class="second small"
          disabled={!canShrink}
          aria-label={labels.smaller}
          onClick={() => onZoom(-1)}
        >
          −
        </button>
        <button
          type="button"
          class="second small"
          disabled={!canEnlarge}
          aria-label={labels.larger}
          onClick={() => onZoom(1)}
        >
          +
        </button>
      </span>
    </div>
  );
}
