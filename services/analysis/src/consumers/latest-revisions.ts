import type { EventEnvelope } from '@loci/events';

/** Returns the event with the highest revision of each aggregate. */
export function latestRevisions(events: readonly EventEnvelope[]): EventEnvelope[] {
  const inOrder = [...events].sort((a, b) => a.revision - b.revision);
  return [...new Map(inOrder.map((event) => [event.aggregate_id, event])).values()];
}
