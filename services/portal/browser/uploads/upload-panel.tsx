import { useRef, useState } from 'preact/hooks';
import { texts } from '../texts.ts';
import { isRunning } from './upload-list.ts';
import type { Upload } from './upload-list.ts';
import type { Uploads } from './use-uploads.ts';

/** Texts and links that depend on where the files are stored. */
interface UploadKind<Stored> {
  hint: string;
  /** Text of a file that was sent, until the server responds. */
  reading: string;
  /** Link to a stored file and a text about it. */
  describe(stored: Stored): { href: string; text: string };
}

/** Area to drop files on, a button to choose files, and the progress of each file. */
export function UploadPanel<Stored>({
  uploads: { uploads, add, retry, cancel, clear },
  kind,
}: {
  uploads: Uploads<Stored>;
  kind: UploadKind<Stored>;
}) {
  const labels = texts.documents;
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const choose = (): void => {
    add(input.current?.files ?? []);
    if (input.current !== null) input.current.value = '';
  };
  return (
    <section aria-label={labels.upload}>
      <div
        class={isOver ? 'drop-zone over' : 'drop-zone'}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          add(event.dataTransfer?.files ?? []);
        }}
      >
        <p>{labels.drop}</p>
        <button type="button" onClick={() => input.current?.click()} aria-describedby="files-hint">
          {labels.choose}
        </button>
        <input ref={input} type="file" multiple hidden onChange={choose} aria-label={labels.files} />
        <p class="hint" id="files-hint">
          {kind.hint}
        </p>
      </div>
      {uploads.length > 0 && (
        <div class="uploads">
          <h2>{labels.uploads}</h2>
          <ul>
            {uploads.map((upload) => (
              <UploadItem key={upload.key} upload={upload} kind={kind} retry={retry} cancel={cancel} />
            ))}
          </ul>
          {!uploads.every(isRunning) && (
            <button type="button" class="second small" onClick={clear}>
              {labels.clear}
            </button>
          )}
        </div>
      )}
    </section>
  );
}

function UploadItem<Stored>({
  upload,
  kind,
  retry,
  cancel,
}: {
  upload: Upload<Stored>;
  kind: UploadKind<Stored>;
} & Pick<Uploads<Stored>, 'retry' | 'cancel'>) {
  const labels = texts.documents;
  const { file, state } = upload;
  const stored = state.kind === 'stored' ? kind.describe(state.stored) : null;
  return (
    <li class={state.kind}>
      <div>
        <p class="break">{stored === null ? file.name : <a href={stored.href}>{file.name}</a>}</p>
        {state.kind === 'sending' && (
          <progress aria-label={file.name} {...(state.fraction < 1 && { value: state.fraction })} />
        )}
        <p class="hint" role={state.kind === 'failed' ? 'alert' : 'status'}>
          {stored?.text ?? describe(state, kind.reading)}
        </p>
      </div>
      {state.kind === 'failed' && (
        <button
          type="button"
          class="second small"
          aria-label={labels.retryFile(file.name)}
          onClick={() => retry(upload)}
        >
          {labels.retry}
        </button>
      )}
      {isRunning(upload) && (
        <button
          type="button"
          class="second small"
          aria-label={labels.cancelFile(file.name)}
          onClick={() => cancel(upload)}
        >
          {labels.cancel}
        </button>
      )}
    </li>
  );
}

function describe(state: Upload<unknown>['state'], reading: string): string {
  const labels = texts.documents;
  if (state.kind === 'waiting') return labels.waiting;
  if (state.kind === 'failed' || state.kind === 'interrupted') return state.message;
  if (state.kind !== 'sending') return '';
  return state.fraction < 1 ? labels.sending(Math.floor(state.fraction * 100)) : reading;
}
