import { randomInt } from 'node:crypto';

/**
 * Factor of the hash functions of this process. The factor is random, so that a client cannot choose words
 * with equal hashes, which would make the hash tables slow. The factor is odd, so that multiplying loses no
 * bits.
 */
export const HASH_MULTIPLIER = randomInt(2 ** 31) * 2 + 1;
