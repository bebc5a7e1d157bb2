import {
  EMPTY_PERIOD,
  MAX_VALIDITY_TIME,
  MIN_VALIDITY_TIME,
  isEmptyPeriod,
  validityOf,
} from '@loci/contracts';
import type { Validity } from '@loci/contracts';
import { invalidField } from '@loci/core';
import type { Memory } from './memory.ts';

/** Period in which a memory is true. A bound without a limit is the earliest or latest possible time. */
export interface Period {
  /** Inclusive. */
  from: Date;
  /** Exclusive. */
  until: Date;
}

/**
 * Returns the period in which a memory is true. By default, the period of the first version has no start, and that of a
 * later version starts with its creation. By default, the period of a replaced version ends with its last change, and
 * other periods have no end.
 */
export const validityPeriod = (
  memory: Pick<
    Memory,
    'validFrom' | 'validUntil' | 'version' | 'createdAt' | 'updatedAt' | 'lifecycleState' | 'supersededBy'
  >,
): Period => ({
  from: memory.validFrom ?? (memory.version > 1 ? memory.createdAt : MIN_VALIDITY_TIME),
  until: memory.validUntil ?? (isReplaced(memory) ? memory.updatedAt : MAX_VALIDITY_TIME),
});

const isReplaced = ({ lifecycleState, supersededBy }: Pick<Memory, 'lifecycleState' | 'supersededBy'>) =>
  lifecycleState === 'evolved' || supersededBy !== null;

/** Returns the validity of a memory at a time. */
export function validityAt(memory: Memory, time: Date): Validity {
  const { from, until } = validityPeriod(memory);
  return validityOf({ isActive: memory.isActive, validFrom: from, validUntil: until }, time);
}

/**
 * Returns a memory whose validity ends at a time, or earlier if it already does. The period becomes empty if it starts
 * later.
 */
export function closeValidity(memory: Memory, at: Date): Memory {
  const { from, until } = validityPeriod(memory);
  const end = until < at ? until : at;
  return { ...memory, validUntil: end < from ? from : end };
}

/** Returns a memory that keeps its validity when it becomes inactive. */
export const keepValidity = (memory: Memory): Memory => ({
  ...memory,
  validUntil: validityPeriod(memory).until,
});

/**
 * Converts bounds of a request to the stored bounds of an active memory. A stored bound is null if it equals the default
 * of the version.
 *
 * @param bounds null for no limit, and undefined if the request does not contain the bound
 */
export const toStoredBounds = (
  { validFrom, validUntil }: { validFrom?: Date | null | undefined; validUntil?: Date | null | undefined },
  version: number,
): Partial<Pick<Memory, 'validFrom' | 'validUntil'>> => ({
  ...(validFrom !== undefined && { validFrom: toStoredStart(validFrom ?? MIN_VALIDITY_TIME, version) }),
  ...(validUntil !== undefined && { validUntil: toStoredEnd(validUntil ?? MAX_VALIDITY_TIME) }),
});

const toStoredStart = (start: Date, version: number): Date | null =>
  version === 1 && start <= MIN_VALIDITY_TIME ? null : start;

const toStoredEnd = (end: Date): Date | null => (end >= MAX_VALIDITY_TIME ? null : end);

/**
 * Requires that the validity of a memory is not empty.
 *
 * @throws VAL_VALIDATION_FAILED with the field `valid_until`
 */
export function requireValidPeriod(memory: Memory): void {
  const { from, until } = validityPeriod(memory);
  if (isEmptyPeriod({ validFrom: from, validUntil: until })) {
    throw invalidField('valid_until', EMPTY_PERIOD, 'VAL_VALIDATION_FAILED');
  }
}
