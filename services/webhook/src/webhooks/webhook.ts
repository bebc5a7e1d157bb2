import { AppError } from '@loci/core';
import type { Caller } from '@loci/core';

export const MAX_WEBHOOKS = 20;
export const MAX_EVENT_TYPES = 20;
export const MAX_URL_LENGTH = 2_048;
export const MAX_DESCRIPTION_LENGTH = 200;

/** Time after a rotation during which messages are also signed with the previous secret. */
export const SECRET_OVERLAP_MS = 24 * 3_600_000;

/**
 * Reason why a webhook is disabled: an owner disabled it, no delivery succeeded for 24 hours, the receiver returned
 * 410, or too many messages were pending.
 */
export const DISABLED_REASONS = ['user', 'failures', 'gone', 'backlog'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** Encrypted signing secrets of a webhook. */
export interface StoredSecrets {
  current: Buffer;
  previous: Buffer | null;
  previousExpiresAt: Date | null;
}

/** Subscription of a tenant to events, which are sent to a URL. */
export interface Webhook {
  tenantId: string;
  id: string;
  url: string;
  description: string;
  /** Subscribed event types. `*` subscribes to all types. */
  eventTypes: string[];
  secrets: StoredSecrets;
  /** Null for an enabled webhook. */
  disabledAt: Date | null;
  disabledReason: DisabledReason | null;
  /** Time of the first failed attempt after the last success. */
  failingSince: Date | null;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
}

/**
 * Rejects callers who are not owners of the tenant, because webhooks report the changes of all members.
 *
 * @throws AUTH_FORBIDDEN
 */
export function requireOwner(caller: Caller): void {
  if (caller.role === 'owner') return;
  throw new AppError('AUTH_FORBIDDEN', 'Only owners can manage webhooks.', {
    details: { required_role: 'owner', current_role: caller.role },
  });
}
