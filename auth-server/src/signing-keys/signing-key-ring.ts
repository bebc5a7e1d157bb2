import { AppError, invalidField, notFound } from '@loci/core';
import type { Database, Transaction } from '@loci/postgres';
import type { Secret } from '@loci/runtime';
import { decryptPrivateKey, encryptPrivateKey } from './encrypt-private-key.ts';
import {
  deleteRetiredSigningKeys,
  deleteSigningKey,
  insertSigningKey,
  listSigningKeys,
  lockSigningKeys,
  promoteSigningKey,
} from './signing-key.repository.ts';
import type { StoredSigningKey } from './signing-key.repository.ts';
import { PROMOTION_DELAY_MS, generateSigningKey, findActiveKey } from './signing-key.ts';
import type { SigningKey } from './signing-key.ts';

export interface SigningKeyRing {
  /** The key that signs now; the first one is made when there is none. */
  signingKey(): Promise<SigningKey>;
  /** Every published key, oldest first, the one that signs included. */
  keys(): Promise<readonly SigningKey[]>;
  /** Publishes a new key, which does not sign yet. */
  publish(): Promise<SigningKey>;
  /**
   * Makes a published key the one that signs. The old one stays published until its last token has expired.
   *
   * @param immediately also before every verifier can know the key: only when the old one has leaked
   * @throws RES_NOT_FOUND; VAL_FIELD_INVALID for a key that was published too recently, signs or was superseded
   */
  promote(keyId: string, options: { immediately: boolean }): Promise<SigningKey>;
  /**
   * Withdraws a key now, and with it every token that it signed.
   * @throws RES_NOT_FOUND; VAL_FIELD_INVALID for the key that signs
   */
  retire(keyId: string): Promise<SigningKey>;
  /** Forgets superseded keys whose last token has expired. */
  removeRetired(): Promise<void>;
}

export interface SigningKeyRingDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  /** Encrypts private keys at rest. */
  secret: Secret;
  /** Lifetime of the longest access token. */
  longestTokenSeconds: number;
  now(): Date;
}

/** How soon a replica follows what another one did: far below PUBLISHED_BEFORE_USE_MS. */
const RELOAD_AFTER_MS = 30_000;

/** Clocks differ, and replicas sign with the old key until they have reloaded. */
const RETIREMENT_MARGIN_MS = 600_000;

/**
 * The signing keys, in the database so that every replica has the same ones, encrypted there under a secret
 * that the database does not know.
 */
export function createSigningKeyRing(deps: SigningKeyRingDeps): SigningKeyRing {
  const { database, secret, now } = deps;
  let loaded: { keys: readonly SigningKey[]; atMs: number } | null = null;
  let loading: Promise<readonly SigningKey[]> | null = null;

  const toSigningKey = ({ encryptedPrivateKey, ...key }: StoredSigningKey): SigningKey => ({
    ...key,
    privateKey: decryptPrivateKey(encryptedPrivateKey, key.keyId, secret),
  });

  const insert = (tx: Transaction, { privateKey, ...key }: SigningKey): Promise<void> =>
    insertSigningKey(tx, { ...key, encryptedPrivateKey: encryptPrivateKey(privateKey, key.keyId, secret) });

  async function read(tx: Transaction): Promise<SigningKey[]> {
    return (await listSigningKeys(tx, now())).map(toSigningKey);
  }

  /** Reads, changes and keeps the set of keys while no other replica does. */
  async function change<T>(work: (tx: Transaction, keys: SigningKey[]) => Promise<T>): Promise<T> {
    const [result, keys] = await database.inSystemTransaction(async (tx) => {
      await lockSigningKeys(tx);
      const done = await work(tx, await read(tx));
      return [done, await read(tx)] as const;
    });
    loaded = { keys, atMs: now().getTime() };
    return result;
  }

  async function load(): Promise<readonly SigningKey[]> {
    const keys = await database.inSystemTransaction(read);
    if (findActiveKey(keys) === undefined) {
      await change(async (tx, present) => {
        if (findActiveKey(present) !== undefined) return;
        // Nobody can hold an older JWKS than the first one, so this key may sign at once.
        const first = await generateSigningKey(now());
        await insert(tx, { ...first, promotedAt: first.publishedAt });
      });
      return loaded!.keys;
    }
    loaded = { keys, atMs: now().getTime() };
    return keys;
  }

  async function keys(): Promise<readonly SigningKey[]> {
    if (loaded !== null && now().getTime() - loaded.atMs < RELOAD_AFTER_MS) return loaded.keys;
    loading ??= load().finally(() => {
      loading = null;
    });
    return loading;
  }

  const find = (present: readonly SigningKey[], keyId: string): SigningKey => {
    const key = present.find((candidate) => candidate.keyId === keyId);
    if (key === undefined) throw notFound('signing_key', keyId);
    return key;
  };

  return {
    keys,
    async signingKey() {
      const key = findActiveKey(await keys());
      if (key === undefined) throw new AppError('SYS_INTERNAL_ERROR', 'There is no signing key.');
      return key;
    },
    publish: () =>
      change(async (tx) => {
        const key = await generateSigningKey(now());
        await insert(tx, key);
        return key;
      }),
    promote: (keyId, { immediately }) =>
      change(async (tx, present) => {
        const key = find(present, keyId);
        if (key.promotedAt !== null) throw invalidField('key_id', 'This key signs already, or did before.');
        const publishedForMs = now().getTime() - key.publishedAt.getTime();
        if (!immediately && publishedForMs < PROMOTION_DELAY_MS) {
          const waitSeconds = Math.ceil((PROMOTION_DELAY_MS - publishedForMs) / 1000);
          throw invalidField('key_id', `Not every verifier knows this key yet. Wait ${waitSeconds} seconds.`);
        }
        const promotedAt = now();
        const lifeMs = deps.longestTokenSeconds * 1000 + RETIREMENT_MARGIN_MS;
        await promoteSigningKey(tx, keyId, promotedAt, new Date(promotedAt.getTime() + lifeMs));
        return { ...key, promotedAt };
      }),
    retire: (keyId) =>
      change(async (tx, present) => {
        const key = find(present, keyId);
        if (findActiveKey(present)?.keyId === keyId) {
          throw invalidField('key_id', 'This key signs now. Promote another one first.');
        }
        await deleteSigningKey(tx, keyId);
        return key;
      }),
    removeRetired: () => database.inSystemTransaction((tx) => deleteRetiredSigningKeys(tx, now())),
  };
}
