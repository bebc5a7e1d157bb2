import { useRef, useState } from 'preact/hooks';
import { texts } from '../texts.ts';
import { isRunning } from './upload-list.ts';
import type { Upload } from './upload-list.ts';
import type { Uploads } from './use-uploads.ts';

/** Area to drop files on, a button to choose files, and the progress of each file. */
export function UploadPanel({ uploads, add, retry, cancel, clear }: Uploads) {
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
          {labels.hint}
        </p>
      </div>
      {uploads.length > 0 && (
        <div class="uploads">
          <h2>{labels.uploads}</h2>
          <ul>
            {uploads.map((upload) => (
              <UploadItem key={upload.key} upload={upload} retry={retry} cancel={cancel} />
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

function UploadItem({ upload, retry, cancel }: { upload: Upload } & Pick<Uploads, 'retry' | 'cancel'>) {
  const labels = texts.documents;
  const { file, state } = upload;
  return (
    <li class={state.kind}>
      <div>
        <p class="break">
          {state.kind === 'stored' ? <a href={`/documents/${state.document.id}`}>{file.name}</a> : file.name}
        </p>
        {state.kind === 'sending' && (
          <progress aria-label={file.name} {...(state.fraction < 1 && { value: state.fraction })} />
        )}
        <p class="hint" role={state.kind === 'failed' ? 'alert' : 'status'}>
          {describe(state)}
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

function describe(state: Upload['state']): string {
  const labels = texts.documents;
  if (state.kind === 'waiting') return labels.waiting;
  if (state.kind === 'failed') return state.message;
  if (state.kind === 'sending') {
    return state.fraction < 1 ? labels.sending(Math.floor(state.fraction * 100)) : labels.reading;
  }
  const { metadata, chunk_count: passages } = state.document;
  return metadata['duplicate_upload'] === true ? labels.alreadyStored : labels.stored(passages);
}
