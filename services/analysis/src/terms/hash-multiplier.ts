import { randomInt } from 'node:crypto';

/**
 * Factor of the hash functions of this process. It is random, so that a client cannot store texts whose words have
 * equal hashes, which would make the hash tables slow. Odd, so that multiplying loses no bits.
 */
export const HASH_MULTIPLIER = randomInt(2 ** 31) * 2 + 1;
