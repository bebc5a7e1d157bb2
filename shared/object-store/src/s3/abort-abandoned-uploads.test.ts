import { expect, test } from '@jest/globals';
import { abortAbandonedUploads } from './abort-abandoned-uploads.ts';

test('an upload is aborted again until the store has done it', async () => {
  const asked: string[] = [];
  await new Promise<void>((resolve) => {
    const abandoned = abortAbandonedUploads(({ uploadId }) => {
      asked.push(uploadId);
      if (asked.length < 3) return Promise.reject(new Error('gone'));
      resolve();
      return Promise.resolve();
    }, 1);
    abandoned.add({ key: 'tenant/a', uploadId: '1' });
  });
  expect(asked).toEqual(['1', '1', '1']);
});

test('closing waits for what is under way and tries no further', async () => {
  let attempts = 0;
  let fail: (error: Error) => void = () => undefined;
  const abandoned = abortAbandonedUploads(() => {
    attempts++;
    return new Promise((_resolve, reject) => (fail = reject));
  }, 1);
  abandoned.add({ key: 'tenant/a', uploadId: '1' });
  const closing = abandoned.close();
  fail(new Error('gone'));
  await closing;
  expect(attempts).toBe(1);
});
