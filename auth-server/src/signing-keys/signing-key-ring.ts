import { AppError, PLATFORM_TENANT, invalidField, notFound } from '@loci/core';
import type { AuditAction } from '@loci/core';
import { recordAudit, recordSystemAudit } from '@loci/postgres';
import type { Database, Transaction } from '@loci/postgres';
import type { Secrets } from '@loci/runtime';
import { decryptPrivateKey, encryptPrivateKey } from './encrypt-private-key.ts';
import {
  deleteRetiredSigningKeys,
  deleteSigningKey,
  insertSigningKey,
  listSigningKeys,
  lockSigningKeys,
  promoteSigningKey,
  replaceEncryptedKey,
} from './signing-key.repository.ts';
import type { StoredSigningKey } from './signing-key.repository.ts';
import { PROMOTION_DELAY_MS, generateSigningKey, findActiveKey } from './signing-key.ts';
import type { SigningKey } from './signing-key.ts';

/**
 * Signing keys of access tokens, shared by all replicas.
 *
 * @see docs/reference/authentication.md#signing-keys
 */
export interface SigningKeyRing {
  /** Returns the active key, which signs new tokens. Creates the first key if there is none. */
  signingKey(): Promise<SigningKey>;
  /** Returns all published keys, oldest first, including the active one. */
  keys(): Promise<readonly SigningKey[]>;
  /** Creates and publishes a key, which is not active yet. */
  publish(): Promise<SigningKey>;
  /**
   * Makes a published key the active one. The previous key stays published until its last token has expired.
   *
   * @param options.immediately skips the time in which verifiers fetch the key. Use it only to replace a
   *   leaked key.
   * @throws RES_NOT_FOUND for an unknown key; VAL_FIELD_INVALID if the key was published too recently, or was
   *   promoted before
   */
  promote(keyId: string, options: { immediately: boolean }): Promise<SigningKey>;
  /**
   * Withdraws a key, which invalidates all tokens that it signed.
   *
   * @throws RES_NOT_FOUND for an unknown key; VAL_FIELD_INVALID for the active key
   */
  retire(keyId: string): Promise<SigningKey>;
  /** Deletes superseded keys whose last token has expired. */
  removeRetired(): Promise<void>;
  /** Encrypts the keys that another secret encrypted with the first secret. Returns their number. */
  reencrypt(): Promise<number>;
}

export interface SigningKeyRingDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  /** The first secret encrypts private keys at rest. All of them decrypt private keys. */
  secrets: Secrets;
  /** Longest lifetime of an access token. */
  longestTokenSeconds: number;
  now(): Date;
}

/** Time after which a replica reloads the keys. Must be far below {@link PROMOTION_DELAY_MS}. */
const RELOAD_AFTER_MS = 30_000;

/**
 * Extra time before a superseded key retires. Allows for clock differences and for replicas that still sign
 * with the key.
 */
const RETIREMENT_MARGIN_MS = 600_000;

const audit = (tx: Transaction, action: AuditAction, keyId: string): Promise<void> =>
  recordAudit(tx, { tenantId: PLATFORM_TENANT, action, objectType: 'signing_key', objectIds: [keyId] });

/** Creates the ring of signing keys. The keys are stored encrypted in the database, so all replicas share them. */
export function createSigningKeyRing(deps: SigningKeyRingDeps): SigningKeyRing {
  const { database, secrets, now } = deps;
  let loaded: { keys: readonly SigningKey[]; atMs: number } | null = null;
  let loading: Promise<readonly SigningKey[]> | null = null;

  const toSigningKey = ({ encryptedPrivateKey, ...key }: StoredSigningKey): SigningKey => ({
    ...key,
    privateKey: decryptPrivateKey(encryptedPrivateKey, key.keyId, secrets).privateKey,
  });

  const insert = (tx: Transaction, { privateKey, ...key }: SigningKey): Promise<void> =>
    insertSigningKey(tx, {
      ...key,
      encryptedPrivateKey: encryptPrivateKey(privateKey, key.keyId, secrets[0]),
    });

  async function read(tx: Transaction): Promise<SigningKey[]> {
    return (await listSigningKeys(tx, now())).map(toSigningKey);
  }

  /** Changes the set of keys under a lock that all replicas share, and caches the new set. */
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
        // No verifier has cached an older JWKS, so the first key can be active immediately.
        const first = await generateSigningKey(now());
        await insert(tx, { ...first, promotedAt: first.publishedAt });
        await recordSystemAudit(tx, 'start create-signing-key', {
          tenantId: PLATFORM_TENANT,
          action: 'create',
          objectType: 'signing_key',
          objectIds: [first.keyId],
        });
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
      if (key === undefined)
        throw new AppError('SYS_INTERNAL_ERROR', 'No signing key is active. Promote a key.');
      return key;
    },
    publish: () =>
      change(async (tx) => {
        const key = await generateSigningKey(now());
        await insert(tx, key);
        await audit(tx, 'create', key.keyId);
        return key;
      }),
    promote: (keyId, { immediately }) =>
      change(async (tx, present) => {
        const key = find(present, keyId);
        if (key.promotedAt !== null) {
          throw invalidField('key_id', 'This key was already promoted. Publish a new key.');
        }
        const publishedForMs = now().getTime() - key.publishedAt.getTime();
        if (!immediately && publishedForMs < PROMOTION_DELAY_MS) {
          const waitSeconds = Math.ceil((PROMOTION_DELAY_MS - publishedForMs) / 1000);
          throw invalidField(
            'key_id',
            `Verifiers may not have fetched this key yet. Wait ${waitSeconds} seconds.`,
          );
        }
        const promotedAt = now();
        const retentionMs = deps.longestTokenSeconds * 1000 + RETIREMENT_MARGIN_MS;
        await promoteSigningKey(tx, keyId, promotedAt, new Date(promotedAt.getTime() + retentionMs));
        await audit(tx, 'update', keyId);
        return { ...key, promotedAt };
      }),
    retire: (keyId) =>
      change(async (tx, present) => {
        const key = find(present, keyId);
        if (findActiveKey(present)?.keyId === keyId) {
          throw invalidField('key_id', 'This is the active key. Promote another key first.');
        }
        await deleteSigningKey(tx, keyId);
        await audit(tx, 'delete', keyId);
        return key;
      }),
    reencrypt: () =>
      database.inSystemTransaction(async (tx) => {
        await lockSigningKeys(tx);
        let count = 0;
        for (const { keyId, encryptedPrivateKey } of await listSigningKeys(tx, now())) {
          const { privateKey, isCurrent } = decryptPrivateKey(encryptedPrivateKey, keyId, secrets);
          if (isCurrent) continue;
          await replaceEncryptedKey(tx, keyId, encryptPrivateKey(privateKey, keyId, secrets[0]));
          count++;
        }
        return count;
      }),
    removeRetired: () =>
      database.inSystemTransaction(async (tx) => {
        const objectIds = await deleteRetiredSigningKeys(tx, now());
        if (objectIds.length === 0) return;
        await recordSystemAudit(tx, 'job remove-retired-signing-keys', {
          tenantId: PLATFORM_TENANT,
          action: 'delete',
          objectType: 'signing_key',
          objectIds,
        });
      }),
  };
}
