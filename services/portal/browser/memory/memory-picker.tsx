import { MEMORY_TYPES, PROTECTED_MEMORY_TYPES } from '@loci/client';
import { useEffect, useState } from 'preact/hooks';
import { errorMessage, loci } from '../loci.ts';
import { texts } from '../texts.ts';

const { relationships } = texts.memory;
const SEARCH_PAUSE_MS = 200;
const MAX_FOUND = 8;
const EXCERPT_LENGTH = 120;
/** Excludes passages of documents from the search. */
const TYPES = MEMORY_TYPES.filter((type) => !(PROTECTED_MEMORY_TYPES as readonly string[]).includes(type));

export interface PickedMemory {
  id: string;
  content: string;
}

/** A field that searches memories while the user types, and a list to choose one from. */
export function MemoryPicker({
  exclude,
  picked,
  label = relationships.other,
  hint = relationships.otherHint,
  onPick,
  onProblem,
}: {
  /** ID of the memory that cannot be chosen. */
  exclude?: string | undefined;
  picked: PickedMemory | null;
  label?: string;
  hint?: string;
  onPick(memory: PickedMemory | null): void;
  onProblem(message: string): void;
}) {
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<readonly PickedMemory[] | null>(null);
  const [active, setActive] = useState(-1);
  useEffect(() => {
    setActive(-1);
    setFound(null);
    if (query.trim() === '' || picked !== null) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      loci.search
        .hybrid(
          { query: query.trim(), limit: MAX_FOUND + 1, memory_types: [...TYPES] },
          {},
          { signal: abort.signal },
        )
        .then(
          ({ items }) => setFound(items.filter(({ id }) => id !== exclude).slice(0, MAX_FOUND)),
          (error: unknown) => {
            const message = errorMessage(error);
            if (message !== null && !abort.signal.aborted) onProblem(message);
          },
        );
    }, SEARCH_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [query, picked]);

  const pick = (memory: PickedMemory): void => {
    onPick(memory);
    setQuery(memory.content.slice(0, EXCERPT_LENGTH));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (found === null || found.length === 0) return;
    if (event.key === 'ArrowDown') setActive((active + 1) % found.length);
    else if (event.key === 'ArrowUp') setActive(((active + found.length) % (found.length + 1)) - 1);
    else if (event.key === 'Enter' && active >= 0) pick(found[active]!);
    else return;
    event.preventDefault();
  };
  const isOpen = picked === null && query.trim() !== '';
  return (
    <div class="field picker">
      <label for="other-memory">{label}</label>
      <input
        id="other-memory"
        type="text"
        role="combobox"
        autocomplete="off"
        maxLength={500}
        aria-autocomplete="list"
        aria-expanded={isOpen && found !== null && found.length > 0}
        aria-controls="found-memories"
        aria-activedescendant={active >= 0 ? `found-memory-${active}` : undefined}
        aria-describedby="other-memory-hint"
        value={query}
        onInput={(event) => {
          onPick(null);
          setQuery(event.currentTarget.value);
        }}
        onKeyDown={onKeyDown}
      />
      <p class="hint" id="other-memory-hint">
        {hint}
      </p>
      <ul
        id="found-memories"
        role="listbox"
        aria-label={label}
        class="options"
        hidden={!isOpen || !found?.length}
      >
        {isOpen &&
          found?.map((memory, index) => (
            <li
              key={memory.id}
              id={`found-memory-${index}`}
              role="option"
              aria-selected={index === active}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(memory)}
            >
              {memory.content.slice(0, EXCERPT_LENGTH)}
            </li>
          ))}
      </ul>
      <p class="quiet" role="status">
        {isOpen && found === null && relationships.searching}
        {isOpen && found?.length === 0 && relationships.notFound}
      </p>
    </div>
  );
}
