import { invalidField } from '@loci/core';
import { sendNotice, serveCalls } from '../src/embedded-storage/worker-server.ts';

export type CrashingWorkerMethods = typeof methods;

const methods = {
  echo: (value: unknown): unknown => value,
  throwAppError: (): void => {
    throw invalidField('name', 'This name is not valid.');
  },
  throwRangeError: (): void => {
    throw new RangeError('Out of range.');
  },
  notify: (): void => sendNotice({ seen: true }),
  crash: (): void => process.exit(3),
  close: (): void => {},
};

serveCalls(methods);
