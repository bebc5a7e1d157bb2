import { isProtectedType } from '@loci/contracts';
import type { EventEnvelope } from '@loci/events';
import type { Message } from './message.ts';
import { toPayload } from './message.ts';

/**
 * Fields of events that messages contain. All other fields are omitted, because they can contain what users stored:
 * content, tags, metadata, names and reasons.
 */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  memory: ['memory_type', 'lifecycle_state', 'version', 'is_active', 'superseded_by', 'user_id'],
  relationship: ['from_id', 'to_id', 'relationship_type', 'direction_type', 'origin', 'is_active'],
  contradiction: [
    'source_memory_id',
    'target_memory_id',
    'relationship_id',
    'contradiction_type',
    'resolution_status',
    'resolution',
    'new_memory_id',
  ],
  document: ['processing_status', 'size', 'chunk_count', 'user_id'],
};

/**
 * Converts an event to a message. Returns null for the state of a protected memory, which belongs to the personality
 * and not to the memories of the tenant.
 */
export function toMessage(event: EventEnvelope): Message | null {
  const type = event.data['memory_type'];
  if (event.aggregate_type === 'memory' && typeof type === 'string' && isProtectedType(type)) return null;
  const data: Record<string, unknown> = {
    id: event.aggregate_id,
    tenant_id: event.tenant_id,
    revision: event.revision,
  };
  for (const field of FIELDS[event.aggregate_type] ?? []) {
    if (event.data[field] !== undefined) data[field] = event.data[field];
  }
  return {
    tenantId: event.tenant_id,
    eventId: event.event_id,
    eventType: event.type,
    objectId: event.aggregate_id,
    payload: toPayload(event.type, event.occurred_at, data),
  };
}
