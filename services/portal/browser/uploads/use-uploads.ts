import { useEffect, useRef, useState } from 'preact/hooks';
import { texts } from '../texts.ts';
import { afterError, isRunning, resendDelayOf, uploadsToStart, withState } from './upload-list.ts';
import type { SendFile, SentFile, Upload } from './upload-list.ts';

export interface Uploads<Stored> {
  uploads: readonly Upload<Stored>[];
  add(files: Iterable<File>): void;
  retry(upload: Upload<Stored>): void;
  cancel(upload: Upload<Stored>): void;
  /** Removes the uploads that have ended. */
  clear(): void;
}

/**
 * Sends files one after another. Continues a file after an interruption, or when the connection is back. Asks before the page is
 * closed while files are being sent.
 */
export function useUploads<Stored>(
  send: SendFile<Stored>,
  onStored: (stored: Stored) => void,
): Uploads<Stored> {
  const [uploads, setUploads] = useState<readonly Upload<Stored>[]>([]);
  const nextKey = useRef(1);
  const sent = useRef(new Map<number, SentFile<Stored>>());
  const change = (key: number, state: Upload<Stored>['state']): void =>
    setUploads((current) => withState(current, key, state));

  useEffect(() => {
    for (const { key, file } of uploadsToStart(uploads)) {
      if (sent.current.has(key)) continue;
      if (!navigator.onLine) {
        change(key, { kind: 'interrupted', message: texts.documents.offline });
        continue;
      }
      const sending = send(file, (fraction) => change(key, { kind: 'sending', fraction }));
      sent.current.set(key, sending);
      change(key, { kind: 'sending', fraction: 0 });
      sending.stored
        .then(
          (stored) => {
            change(key, { kind: 'stored', stored });
            onStored(stored);
          },
          (error: unknown) =>
            setUploads((current) =>
              current.map((each) =>
                each.key === key ? afterError(each, error as Error, texts.documents.resending) : each,
              ),
            ),
        )
        .finally(() => sent.current.delete(key));
    }
  }, [uploads]);

  const interrupted = uploads.filter(({ state }) => state.kind === 'interrupted');
  useEffect(() => {
    const resend = ({ key }: Upload<Stored>): void =>
      setUploads((current) =>
        current.map((each) =>
          each.key === key && each.state.kind === 'interrupted'
            ? { ...each, interruptions: each.interruptions + 1, state: { kind: 'waiting' } }
            : each,
        ),
      );
    const resendAll = (): void => interrupted.forEach(resend);
    addEventListener('online', resendAll);
    const timers = navigator.onLine
      ? interrupted.map((upload) => setTimeout(() => resend(upload), resendDelayOf(upload) ?? 0))
      : [];
    return () => {
      removeEventListener('online', resendAll);
      timers.forEach(clearTimeout);
    };
  }, [interrupted.map(({ key }) => key).join()]);

  const hasRunning = uploads.some(isRunning);
  useEffect(() => {
    if (!hasRunning) return undefined;
    const confirmLeave = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', confirmLeave);
    return () => removeEventListener('beforeunload', confirmLeave);
  }, [hasRunning]);

  return {
    uploads,
    add: (files) =>
      setUploads((current) => [
        ...current,
        ...[...files].map((file): Upload<Stored> => ({
          key: nextKey.current++,
          file,
          interruptions: 0,
          interruptedAt: 0,
          state: { kind: 'waiting' },
        })),
      ]),
    retry: ({ key }) =>
      setUploads((current) =>
        current.map((each) =>
          each.key === key ? { ...each, interruptions: 0, state: { kind: 'waiting' } } : each,
        ),
      ),
    cancel: ({ key }) => {
      const sending = sent.current.get(key);
      if (sending === undefined) change(key, { kind: 'failed', message: texts.documents.canceled });
      else sending.abort();
    },
    clear: () => setUploads((current) => current.filter(isRunning)),
  };
}
