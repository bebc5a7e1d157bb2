/** Whether a memory or relationship is valid at a time. @see docs/reference/time.md#validity */
export const VALIDITIES = ['current', 'superseded', 'expired', 'future'] as const;
export type Validity = (typeof VALIDITIES)[number];

/** Validities of memories and relationships that reads omit unless the request includes them. */
export const HIDDEN_VALIDITIES = ['superseded', 'expired', 'future'] as const satisfies readonly Validity[];
export type HiddenValidity = (typeof HIDDEN_VALIDITIES)[number];

/** Earliest time that a request can name. As the start of a validity, it means no start. */
export const MIN_VALIDITY_TIME = new Date('1000-01-01T00:00:00.000Z');
/** Latest time that a request can name. As the end of a validity, it means no end. */
export const MAX_VALIDITY_TIME = new Date('9999-12-31T23:59:59.999Z');

/** Maximum of `ttl_seconds`, 10 years. @see docs/reference/time.md#expiry */
export const MAX_TTL_SECONDS = 315_360_000;

/** The fields that determine the validity of a memory or relationship. */
export interface ValidityPeriod {
  isActive: boolean;
  /** Start, inclusive. Null for no start. */
  validFrom: Date | null;
  /** End, exclusive. Null for no end. */
  validUntil: Date | null;
}

/** Returns the validity at a time. An inactive version is superseded, whatever its period is. */
export function validityOf({ isActive, validFrom, validUntil }: ValidityPeriod, at: Date): Validity {
  if (!isActive) return 'superseded';
  if (validUntil !== null && validUntil <= at) return 'expired';
  return validFrom !== null && validFrom > at ? 'future' : 'current';
}

/** Returns true if both bounds are set and the end is not after the start. No time is in such a period. */
export const isEmptyPeriod = ({ validFrom, validUntil }: Omit<ValidityPeriod, 'isActive'>): boolean =>
  validFrom !== null && validUntil !== null && validUntil <= validFrom;

/** Message of the error about an empty period, which belongs to the field `valid_until`. */
export const EMPTY_PERIOD = 'valid_until must be after valid_from.';
