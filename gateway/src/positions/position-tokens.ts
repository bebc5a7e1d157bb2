import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { AppError, POSITION_OWNERS, mergePositions } from '@loci/core';
import type { OutboxPosition, PositionOwner, Positions } from '@loci/core';
import type { Secret, Secrets } from '@loci/runtime';

/** Header of a response to a write, with the position of the change. @see docs/reference/http.md#read-your-writes */
export const POSITION_HEADER = 'x-loci-position';

/** Maximum characters of a list of positions that a client sends. */
const MAX_POSITIONS_LENGTH = 1_024;

/** Maximum number of positions that a client sends. */
const MAX_POSITION_COUNT = 8;

/** Converts positions to opaque tokens and back. A token is valid only for its tenant. */
export interface PositionTokens {
  /** Returns a token that contains the positions. */
  format(tenantId: string, positions: Positions): string;
  /**
   * Returns the later position of each service in one or more tokens, separated by commas.
   *
   * @throws VAL_POSITION_INVALID for a malformed or forged token, a token of another tenant, and too many tokens
   */
  parse(tenantId: string, header: string): Positions;
}

const PREFIX = 'p1.';
const SIGNATURE_BYTES = 16;
/** One byte for the service, and 8 bytes each for the transaction and the sequence number. */
const ENTRY_BYTES = 17;

/**
 * Creates the tokens of an installation. A token has the prefix `p1.` and, in base64url, its entries followed by the first
 * 16 bytes of their HMAC-SHA-256. The HMAC includes the tenant.
 *
 * @param secrets the values of INTERNAL_SECRET, so that all gateway processes accept the same tokens
 * @see docs/security-model.md#threat-36-forged-positions
 */
export function createPositionTokens(secrets: Secrets): PositionTokens {
  // With a KeyObject, an HMAC takes a sixth of the time that it takes with a Buffer.
  const deriveKey = (secret: Secret): KeyObject =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret.reveal(), '', 'loci position v1', 32)));
  const [signingKey, ...otherKeys] = secrets.map(deriveKey) as [KeyObject, ...KeyObject[]];
  const sign = (key: KeyObject, tenantId: string, entries: Buffer): Buffer =>
    createHmac('sha256', key)
      .update(tenantId.toLowerCase())
      .update(entries)
      .digest()
      .subarray(0, SIGNATURE_BYTES);

  function parseOne(tenantId: string, token: string): Positions {
    if (!token.startsWith(PREFIX)) throw invalidPosition();
    const encoded = token.slice(PREFIX.length);
    const bytes = Buffer.from(encoded, 'base64url');
    // Node ignores characters outside of the alphabet, so that several texts would be the same token.
    if (bytes.length < SIGNATURE_BYTES || bytes.toString('base64url') !== encoded) throw invalidPosition();
    const entries = bytes.subarray(0, -SIGNATURE_BYTES);
    const signature = bytes.subarray(-SIGNATURE_BYTES);
    const isSigned = [signingKey, ...otherKeys].some((key) =>
      timingSafeEqual(signature, sign(key, tenantId, entries)),
    );
    if (!isSigned) throw invalidPosition();
    return readEntries(entries);
  }

  return {
    format: (tenantId, positions) => {
      const entries = Buffer.concat(
        POSITION_OWNERS.flatMap((owner, index) => {
          const position = positions[owner];
          return position === undefined ? [] : [toEntry(index, position)];
        }),
      );
      return PREFIX + Buffer.concat([entries, sign(signingKey, tenantId, entries)]).toString('base64url');
    },
    parse: (tenantId, header) => {
      const tokens = header.length > MAX_POSITIONS_LENGTH ? [] : header.split(',');
      if (tokens.length === 0 || tokens.length > MAX_POSITION_COUNT) throw invalidPosition();
      return mergePositions(...tokens.map((token) => parseOne(tenantId, token.trim())));
    },
  };
}

function toEntry(owner: number, { txid, seq }: OutboxPosition): Buffer {
  const entry = Buffer.alloc(ENTRY_BYTES);
  entry.writeUInt8(owner);
  entry.writeBigUInt64BE(BigInt(txid), 1);
  entry.writeBigUInt64BE(BigInt(seq), 9);
  return entry;
}

/** Reads entries whose signature is valid. Ignores services that only a newer version of Loci has. */
function readEntries(entries: Buffer): Positions {
  const positions: Partial<Record<PositionOwner, OutboxPosition>> = {};
  for (let start = 0; start < entries.length; start += ENTRY_BYTES) {
    const owner = POSITION_OWNERS[entries.readUInt8(start)];
    if (owner === undefined) continue;
    positions[owner] = {
      txid: String(entries.readBigUInt64BE(start + 1)),
      seq: String(entries.readBigUInt64BE(start + 9)),
    };
  }
  return positions;
}

/** The message is the same for all causes, so that it does not help to forge a position. */
const invalidPosition = (): AppError =>
  new AppError('VAL_POSITION_INVALID', 'x-loci-min-position is not a position of this tenant.');
