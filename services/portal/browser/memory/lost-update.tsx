import { diffWordsWithSpace } from 'diff';
import { useEffect, useRef } from 'preact/hooks';
import { texts } from '../texts.ts';

const { conflict } = texts.memory.edit;
/** Bounds the time of the comparison of two unrelated long texts. */
const MAX_CHANGES = 300;

/** Shows the stored text and the text of the user, marks what differs, and lets the user choose. */
export function LostUpdate({
  stored,
  own,
  onKeepStored,
  onSaveOwn,
}: {
  stored: string;
  own: string;
  onKeepStored(): void;
  onSaveOwn(): void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const parts = diffWordsWithSpace(stored, own, { maxEditLength: MAX_CHANGES }) ?? [];
  const marked = (side: 'added' | 'removed', whole: string) =>
    parts.length === 0
      ? whole
      : parts
          .filter(({ added, removed }) => (side === 'added' ? !removed : !added))
          .map((part, index) => {
            if (!part[side]) return part.value;
            return side === 'added' ? (
              <ins key={index}>{part.value}</ins>
            ) : (
              <del key={index}>{part.value}</del>
            );
          });
  return (
    <section class="conflict" aria-labelledby="conflict">
      <h2 id="conflict" ref={heading} tabIndex={-1}>
        {conflict.title}
      </h2>
      <div class="columns">
        <div>
          <h3>{conflict.theirs}</h3>
          <p class="memory">{marked('removed', stored)}</p>
        </div>
        <div>
          <h3>{conflict.yours}</h3>
          <p class="memory">{marked('added', own)}</p>
        </div>
      </div>
      <div class="actions">
        <button type="button" onClick={onSaveOwn}>
          {conflict.useYours}
        </button>
        <button type="button" class="second" onClick={onKeepStored}>
          {conflict.useTheirs}
        </button>
      </div>
    </section>
  );
}
