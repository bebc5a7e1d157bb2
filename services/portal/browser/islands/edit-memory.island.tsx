import { ApiError, MEMORY_TYPES, PROTECTED_MEMORY_TYPES } from '@loci/client';
import type { Memory, MemoryChanges } from '@loci/client';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { errorMessage, loci } from '../loci.ts';
import { LostUpdate } from '../memory/lost-update.tsx';
import { mountIsland } from '../mount-island.ts';
import { texts } from '../texts.ts';

const { edit } = texts.memory;
const PRECONDITION_FAILED = 412;
const MAX_CONTENT_LENGTH = 10_000;

/** A memory, and the ETag of its state. */
interface Loaded {
  memory: Memory;
  etag: string;
}

async function loadMemory(memoryId: string): Promise<Loaded> {
  let etag = '';
  const memory = await loci.memories.get(memoryId, {}, { onResponse: (info) => (etag = info.etag ?? '') });
  return { memory, etag };
}

/** A button that opens a form for the content and the properties of the memory of the page. */
function EditMemory({ memoryId }: { memoryId: string }) {
  const [base, setBase] = useState<Loaded | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const open = (): void => {
    setProblem(null);
    loadMemory(memoryId).then(setBase, (error) => setProblem(errorMessage(error)));
  };
  const close = (): void => {
    setBase(null);
    requestAnimationFrame(() => button.current?.focus());
  };
  if (base !== null) return <EditForm base={base} onClose={close} />;
  return (
    <>
      <button type="button" class="second small" ref={button} onClick={open}>
        {edit.button}
      </button>
      {problem !== null && (
        <p class="note bad" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

function EditForm({ base, onClose }: { base: Loaded; onClose(): void }) {
  const [values, setValues] = useState(() => toValues(base.memory));
  const [stored, setStored] = useState(base);
  const [conflict, setConflict] = useState<Loaded | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const content = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => content.current?.focus(), []);

  const save = async (etag: string): Promise<void> => {
    const changes = toChanges(values, base.memory);
    if (Object.keys(changes).length === 0) {
      onClose();
      return;
    }
    setSaving(true);
    setProblem(null);
    try {
      await loci.memories.update(base.memory.id, changes, { ifMatch: etag });
      // The page shows the new content, its history and its contradictions.
      location.reload();
    } catch (error) {
      setSaving(false);
      if (error instanceof ApiError && error.status === PRECONDITION_FAILED)
        loadMemory(base.memory.id).then(setConflict, (failure) => setProblem(errorMessage(failure)));
      else setProblem(edit.failed(errorMessage(error) ?? ''));
    }
  };
  if (conflict !== null) {
    return (
      <LostUpdate
        stored={conflict.memory.content}
        own={values.content}
        onKeepStored={() => location.reload()}
        onSaveOwn={() => {
          setStored(conflict);
          setConflict(null);
          void save(conflict.etag);
        }}
      />
    );
  }
  const set = (field: keyof Values) => (event: Event) =>
    setValues({ ...values, [field]: (event.currentTarget as HTMLInputElement).value });
  return (
    <form
      class="edit-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save(stored.etag);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save(stored.etag);
      }}
    >
      <div class="field">
        <label for="edit-content">{edit.content}</label>
        <textarea
          id="edit-content"
          ref={content}
          rows={8}
          required
          maxLength={MAX_CONTENT_LENGTH}
          value={values.content}
          onInput={set('content')}
        />
      </div>
      <div class="inline-form">
        <div class="field">
          <label for="edit-type">{edit.type}</label>
          <select id="edit-type" value={values.type} onChange={set('type')}>
            {MEMORY_TYPES.filter((type) => !(PROTECTED_MEMORY_TYPES as readonly string[]).includes(type)).map(
              (type) => (
                <option key={type} value={type}>
                  {texts.vocabulary.memoryTypes[type] ?? type}
                </option>
              ),
            )}
          </select>
        </div>
        <div class="field">
          <label for="edit-importance">{edit.importance}</label>
          <select id="edit-importance" value={values.importance} onChange={set('importance')}>
            {importances(values.importance).map((value) => (
              <option key={value} value={value}>
                {Math.round(Number(value) * 100)} %
              </option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for="edit-expires">{edit.expires}</label>
          <input id="edit-expires" type="date" value={values.expires} onInput={set('expires')} />
        </div>
        <div class="field grow">
          <label for="edit-tags">{edit.tags}</label>
          <input
            id="edit-tags"
            type="text"
            maxLength={1_000}
            autocomplete="off"
            value={values.tags}
            onInput={set('tags')}
          />
        </div>
      </div>
      <label class="choice">
        <input
          type="checkbox"
          checked={values.pinned}
          onChange={(event) => setValues({ ...values, pinned: event.currentTarget.checked })}
        />
        {edit.pinned}
      </label>
      {problem !== null && (
        <p class="note bad" role="alert">
          {problem}
        </p>
      )}
      <div class="actions">
        <button type="submit" disabled={isSaving}>
          {isSaving ? edit.saving : edit.save}
        </button>
        <button type="button" class="second" onClick={onClose}>
          {edit.cancel}
        </button>
      </div>
    </form>
  );
}

interface Values {
  content: string;
  type: string;
  tags: string;
  importance: string;
  /** Day in the time zone of the user. */
  expires: string;
  pinned: boolean;
}

const toValues = (memory: Memory): Values => ({
  content: memory.content,
  type: memory.memory_type,
  tags: memory.tags.join(', '),
  importance: String(memory.importance),
  expires: memory.expires_at === null ? '' : toLocalDay(new Date(memory.expires_at)),
  pinned: memory.pinned,
});

const toLocalDay = (time: Date): string =>
  new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);

/** Returns the fields that the user has changed, so that concurrent changes of other fields remain. */
function toChanges(values: Values, memory: Memory): MemoryChanges {
  const before = toValues(memory);
  const isChanged = (field: keyof Values): boolean => values[field] !== before[field];
  return {
    ...(isChanged('content') && { content: values.content }),
    ...(isChanged('type') && { memory_type: values.type as Memory['memory_type'] }),
    ...(isChanged('tags') && {
      tags: values.tags
        .split(',')
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ''),
    }),
    ...(isChanged('importance') && { importance: Number(values.importance) }),
    ...(isChanged('expires') && {
      expires_at: values.expires === '' ? null : new Date(`${values.expires}T23:59:59`).toISOString(),
    }),
    ...(isChanged('pinned') && { pinned: values.pinned }),
  };
}

const importances = (current: string): string[] =>
  [...new Set(['0', '0.25', '0.5', '0.75', '0.9', '1', current])].sort((a, b) => Number(a) - Number(b));

mountIsland('edit-memory', EditMemory);
