import { expect, test } from '@jest/globals';
import { abortAbandonedUploads } from './abort-abandoned-uploads.ts';

test('abortAbandonedUploads retries the abort of an upload until it succeeds', async () => {
  const attempts: string[] = [];
  await new Promise<void>((resolve) => {
    const abandoned = abortAbandonedUploads(({ uploadId }) => {
      attempts.push(uploadId);
      if (attempts.length < 3) return Promise.reject(new Error('unavailable'));
      resolve();
      return Promise.resolve();
    }, 1);
    abandoned.add({ key: 'tenant/a', uploadId: '1' });
  });
  expect(attempts).toEqual(['1', '1', '1']);
});

test('abortAbandonedUploads waits for a running abort, without a retry, when it is closed', async () => {
  let attempts = 0;
  let fail: (error: Error) => void = () => undefined;
  const abandoned = abortAbandonedUploads(() => {
    attempts++;
    return new Promise((_resolve, reject) => (fail = reject));
  }, 1);
  abandoned.add({ key: 'tenant/a', uploadId: '1' });
  const closing = abandoned.close();
  fail(new Error('unavailable'));
  await closing;
  expect(attempts).toBe(1);
});
