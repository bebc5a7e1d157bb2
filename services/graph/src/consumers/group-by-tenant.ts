import type { EventEnvelope } from '@loci/events';

/** Groups events by tenant. Keeps their order within a tenant. */
export function groupByTenant(events: readonly EventEnvelope[]): Map<string, EventEnvelope[]> {
  return Map.groupBy(events, (event) => event.tenant_id);
}
