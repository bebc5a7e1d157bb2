import { expect, jest, test } from '@jest/globals';
import { localJobs } from '@loci/service-hosting';
import { removeStaleUploadFiles } from './remove-stale-upload-files.ts';

test('remove-stale-upload-files runs in every process, because each has its own upload folder', async () => {
  const removeStale = jest.fn((_before: Date) => Promise.resolve());
  const [job] = localJobs([removeStaleUploadFiles({ removeStale }, () => new Date(7_200_000))], {
    runsConsumers: false,
  });
  await job!.run(new AbortController().signal);
  expect(removeStale).toHaveBeenCalledWith(new Date(3_600_000));
});
