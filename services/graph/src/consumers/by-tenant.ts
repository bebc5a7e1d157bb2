import type { EventEnvelope } from '@loci/events';

/** The events of each tenant, in their order. */
export function byTenant(events: readonly EventEnvelope[]): Map<string, EventEnvelope[]> {
  return Map.groupBy(events, (event) => event.tenant_id);
}
