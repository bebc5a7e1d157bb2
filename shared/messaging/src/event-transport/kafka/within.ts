import { pause } from '../../deliver.ts';

/** Waits for `work`, but not longer than `ms`; a rejection passes only in time. */
export async function within(ms: number, work: Promise<unknown> | undefined): Promise<void> {
  const over = new AbortController();
  work?.catch(() => undefined);
  await Promise.race([work, pause(ms, over.signal)]).finally(() => over.abort());
}
