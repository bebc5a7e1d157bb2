import type { PublicJwk } from '@loci/contracts';
import type { Transaction } from '@loci/postgres';

/** A signing key as stored in the database. */
export interface StoredSigningKey {
  keyId: string;
  publicKey: PublicJwk;
  encryptedPrivateKey: Buffer;
  publishedAt: Date;
  promotedAt: Date | null;
  retiresAt: Date | null;
}

/** Prevents other replicas from changing the set of keys until the transaction ends. */
export async function lockSigningKeys(tx: Transaction): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('loci-auth-signing-keys'))`);
}

/** Lists keys that are not retired, oldest first. */
export function listSigningKeys(tx: Transaction, now: Date): Promise<StoredSigningKey[]> {
  return tx.query<StoredSigningKey>(
    `SELECT key_id AS "keyId", public_key AS "publicKey", encrypted_private_key AS "encryptedPrivateKey",
       published_at AS "publishedAt", promoted_at AS "promotedAt", retires_at AS "retiresAt"
     FROM signing_keys WHERE retires_at IS NULL OR retires_at > $1 ORDER BY published_at, key_id`,
    [now],
  );
}

export async function insertSigningKey(tx: Transaction, key: StoredSigningKey): Promise<void> {
  await tx.query(
    `INSERT INTO signing_keys
       (key_id, public_key, encrypted_private_key, published_at, promoted_at, retires_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [key.keyId, key.publicKey, key.encryptedPrivateKey, key.publishedAt, key.promotedAt, key.retiresAt],
  );
}

/** Makes a key the active one. Previously promoted keys retire at `othersRetireAt`. */
export async function promoteSigningKey(
  tx: Transaction,
  keyId: string,
  promotedAt: Date,
  othersRetireAt: Date,
): Promise<void> {
  await tx.query(
    `UPDATE signing_keys SET retires_at = $2
     WHERE promoted_at IS NOT NULL AND retires_at IS NULL AND key_id <> $1`,
    [keyId, othersRetireAt],
  );
  await tx.query('UPDATE signing_keys SET promoted_at = $2 WHERE key_id = $1', [keyId, promotedAt]);
}

/** Stores the same private key, encrypted with another secret. */
export async function replaceEncryptedKey(tx: Transaction, keyId: string, encrypted: Buffer): Promise<void> {
  await tx.query('UPDATE signing_keys SET encrypted_private_key = $2 WHERE key_id = $1', [keyId, encrypted]);
}

export async function deleteSigningKey(tx: Transaction, keyId: string): Promise<void> {
  await tx.query('DELETE FROM signing_keys WHERE key_id = $1', [keyId]);
}

/** Deletes the keys that verify no valid token any more. Returns their IDs. */
export async function deleteRetiredSigningKeys(tx: Transaction, now: Date): Promise<string[]> {
  const rows = await tx.query<{ key_id: string }>(
    'DELETE FROM signing_keys WHERE retires_at <= $1 RETURNING key_id',
    [now],
  );
  return rows.map((row) => row.key_id);
}
