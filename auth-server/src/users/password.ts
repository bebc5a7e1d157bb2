import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { createHashQueue } from './hash-queue.ts';

interface ScryptCost {
  logN: number;
  blockSize: number;
  parallelization: number;
}

/** Cost of a hash: 32 MiB of memory, about 250 ms. Listed in the OWASP Password Storage Cheat Sheet. */
const COST: ScryptCost = { logN: 15, blockSize: 8, parallelization: 3 };

const SALT_BYTES = 16;
const HASH_BYTES = 32;

const queue = createHashQueue();

const derive = (password: string, salt: Buffer, cost: ScryptCost): Promise<Buffer> =>
  queue.run(() => computeScrypt(password, salt, cost));

const computeScrypt = (password: string, salt: Buffer, cost: ScryptCost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const N = 2 ** cost.logN;
    const options = { N, r: cost.blockSize, p: cost.parallelization, maxmem: 256 * N * cost.blockSize };
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, hash) =>
      error === null ? resolve(hash) : reject(error),
    );
  });

/**
 * Hashes a password with scrypt. The result contains salt and cost, so that the cost can be raised later.
 *
 * @throws SYS_SERVICE_UNAVAILABLE if too many passwords are being hashed
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, COST);
  const { logN, blockSize, parallelization } = COST;
  const cost = `ln=${logN},r=${blockSize},p=${parallelization}`;
  return `$scrypt$${cost}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

const STORED = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w-]+)\$([\w-]+)$/;

/**
 * Verifies a password.
 *
 * @param stored stored hash, or null for an unknown user. With null, the verification takes equally long, so
 *   that the response time does not reveal whether an account exists.
 * @throws SYS_SERVICE_UNAVAILABLE if too many passwords are being hashed
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const parts = STORED.exec(stored ?? '');
  if (parts === null) {
    await derive(password, Buffer.alloc(SALT_BYTES), COST);
    return false;
  }
  const cost = { logN: Number(parts[1]), blockSize: Number(parts[2]), parallelization: Number(parts[3]) };
  const hash = await derive(password, Buffer.from(parts[4]!, 'base64url'), cost);
  const expected = Buffer.from(parts[5]!, 'base64url');
  return hash.length === expected.length && timingSafeEqual(hash, expected);
}
