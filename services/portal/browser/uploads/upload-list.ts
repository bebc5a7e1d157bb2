/** An upload in progress. */
export interface SentFile<Stored> {
  /** Rejects with an error whose message is for the user. */
  stored: Promise<Stored>;
  abort(): void;
}

/**
 * Starts to send a file.
 *
 * @param onProgress receives the sent fraction, 0 to 1
 */
export type SendFile<Stored> = (file: File, onProgress: (fraction: number) => void) => SentFile<Stored>;

/** The connection ended before the response, so that the upload can continue. */
export class Interruption extends Error {
  /** Fraction of the file that was sent, 0 to 1. */
  readonly fraction: number;

  constructor(message: string, fraction: number) {
    super(message);
    this.fraction = fraction;
  }
}

/** Time before an interrupted upload is repeated, by the number of earlier interruptions. */
const RESEND_DELAYS_MS = [500, 2_000, 5_000];

/** State of the upload of one file. The file is kept, so that a failed upload can be repeated. */
export interface Upload<Stored> {
  key: number;
  file: File;
  /** Number of interruptions since the user has started the upload, or since more of the file was sent than before. */
  interruptions: number;
  /** Largest sent fraction of the file at an interruption. */
  interruptedAt: number;
  state:
    | { kind: 'waiting' }
    | { kind: 'sending'; fraction: number }
    | { kind: 'interrupted'; message: string }
    | { kind: 'stored'; stored: Stored }
    | { kind: 'failed'; message: string };
}

/** Number of files that are sent at the same time. */
const MAX_CONCURRENT = 2;

/** Returns the uploads that can start now, oldest first. */
export function uploadsToStart<Stored>(uploads: readonly Upload<Stored>[]): Upload<Stored>[] {
  const running = uploads.filter(({ state }) => state.kind === 'sending').length;
  const waiting = uploads.filter(({ state }) => state.kind === 'waiting');
  return waiting.slice(0, Math.max(0, MAX_CONCURRENT - running));
}

/** Returns the uploads with a new state of one of them. */
export const withState = <Stored>(
  uploads: readonly Upload<Stored>[],
  key: number,
  state: Upload<Stored>['state'],
): Upload<Stored>[] => uploads.map((upload) => (upload.key === key ? { ...upload, state } : upload));

/**
 * Returns an upload after an error. It is repeated after an interruption, unless it was interrupted several times without
 * progress.
 *
 * @param resending text about the repetition, for the user
 */
export function afterError<Stored>(upload: Upload<Stored>, error: Error, resending: string): Upload<Stored> {
  if (!(error instanceof Interruption))
    return { ...upload, state: { kind: 'failed', message: error.message } };
  const { fraction, message } = error;
  const interruptions = fraction > upload.interruptedAt ? 0 : upload.interruptions;
  const interruptedAt = Math.max(fraction, upload.interruptedAt);
  const canResend = resendDelayOf({ interruptions }) !== null;
  return {
    ...upload,
    interruptions,
    interruptedAt,
    state: canResend
      ? { kind: 'interrupted', message: `${message} ${resending}` }
      : { kind: 'failed', message },
  };
}

/** True if an upload has not ended. */
export const isRunning = ({ state }: Upload<unknown>): boolean =>
  state.kind === 'waiting' || state.kind === 'sending' || state.kind === 'interrupted';

/** Returns the time after which an upload is repeated, or null if it was interrupted too often. */
export const resendDelayOf = ({ interruptions }: Pick<Upload<unknown>, 'interruptions'>): number | null =>
  RESEND_DELAYS_MS[interruptions] ?? null;
