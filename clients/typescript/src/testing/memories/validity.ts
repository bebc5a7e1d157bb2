import { invalidField } from '../fake-error.ts';
import { MAX_VALIDITY_TIME, MIN_VALIDITY_TIME } from '../validation/timestamps.ts';
import { isActive } from './memory.ts';
import type { StoredMemory } from './memory.ts';

export type Validity = 'current' | 'superseded' | 'expired' | 'future';

/** Period in which a memory is true. `until` is exclusive. */
interface Period {
  from: number;
  until: number;
}

/** Message of the error about an empty period. */
export const EMPTY_PERIOD = 'valid_until must be after valid_from.';

export const validityPeriod = (memory: StoredMemory): Period => ({
  from: memory.validFrom ?? (memory.version > 1 ? memory.createdAt : MIN_VALIDITY_TIME),
  until: memory.validUntil ?? (isReplaced(memory) ? memory.updatedAt : MAX_VALIDITY_TIME),
});

const isReplaced = ({ lifecycleState, supersededBy }: StoredMemory): boolean =>
  lifecycleState === 'evolved' || supersededBy !== null;

/** @see docs/reference/time.md#states */
export function validityAt(memory: StoredMemory, time: number): Validity {
  const { from, until } = validityPeriod(memory);
  if (!isActive(memory)) return 'superseded';
  if (until <= time) return 'expired';
  return from > time ? 'future' : 'current';
}

/** Returns a memory whose validity ends at a time, or earlier if it already does. */
export function closeValidity(memory: StoredMemory, at: number): StoredMemory {
  const { from, until } = validityPeriod(memory);
  return { ...memory, validUntil: Math.max(from, Math.min(until, at)) };
}

/** Returns a memory that keeps its validity when it becomes inactive. */
export const keepValidity = (memory: StoredMemory): StoredMemory => ({
  ...memory,
  validUntil: validityPeriod(memory).until,
});

/** Converts bounds of a request to stored bounds. A stored bound is null if it equals the default of the version. */
export function toStoredBounds(
  {
    validFrom,
    validUntil,
  }: { validFrom?: number | null | undefined; validUntil?: number | null | undefined },
  version: number,
): Partial<Pick<StoredMemory, 'validFrom' | 'validUntil'>> {
  const start = validFrom ?? MIN_VALIDITY_TIME;
  const end = validUntil ?? MAX_VALIDITY_TIME;
  return {
    ...(validFrom !== undefined && { validFrom: version === 1 && start <= MIN_VALIDITY_TIME ? null : start }),
    ...(validUntil !== undefined && { validUntil: end >= MAX_VALIDITY_TIME ? null : end }),
  };
}

/** @throws FakeError VAL_VALIDATION_FAILED if the validity is empty */
export function requireValidPeriod(memory: StoredMemory): void {
  const { from, until } = validityPeriod(memory);
  if (until <= from) throw invalidField('valid_until', EMPTY_PERIOD, 'VAL_VALIDATION_FAILED');
}
