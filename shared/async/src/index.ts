export { retry } from './retry.ts';
export type { RetryOptions } from './retry.ts';
export { withDeadline } from './with-deadline.ts';
export type { DeadlineOptions } from './with-deadline.ts';
export { withTimeout } from './with-timeout.ts';
export { pause } from './pause.ts';
export { createKeyedMutex } from './keyed-mutex.ts';
export type { KeyedMutex } from './keyed-mutex.ts';
export { mapConcurrently } from './map-concurrently.ts';
