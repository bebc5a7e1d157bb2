import { invalidField } from '@loci/core';
import { sendNotice, serveCalls } from '../src/embedded-storage/worker-server.ts';

export type CrashingWorkerMethods = typeof calls;

const calls = {
  echo: (value: unknown): unknown => value,
  refuse: (): void => {
    throw invalidField('name', 'Not this one.');
  },
  fail: (): void => {
    throw new RangeError('Out of range.');
  },
  notify: (): void => sendNotice({ seen: true }),
  crash: (): void => process.exit(3),
  close: (): void => {},
};

serveCalls(calls);
