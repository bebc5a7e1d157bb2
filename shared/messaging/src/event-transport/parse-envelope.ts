import type { EventEnvelope } from '@loci/events';

/** Reason of a dead letter whose content is not an event. */
export const NOT_AN_EVENT = 'The message is not an event.';

/** Parses an event. Returns null if the text is not a JSON object with the ids of an event. */
export function parseEnvelope(text: string): EventEnvelope | null {
  try {
    const value = JSON.parse(text) as Partial<EventEnvelope> | null;
    const isEnvelope = typeof value?.event_id === 'string' && typeof value.aggregate_id === 'string';
    return isEnvelope ? (value as EventEnvelope) : null;
  } catch {
    return null;
  }
}
