import { AppError } from '@loci/core';
import { upcastEvent } from '@loci/events';
import type { EventEnvelope } from '@loci/events';
import type { TransportLogger } from '../deliver.ts';
import type { Consumer } from './event-transport.ts';

/** Converts an event to the schema version that this process reads. Returns null if the event has a newer one. */
export type UpcastEvent = (event: EventEnvelope) => EventEnvelope | null;

/**
 * Converts events to the current schema version before they reach a consumer. The group waits at an event of a newer schema
 * version until a process of a newer version of Loci handles the partition: without the event, later events of the same
 * aggregate could have a wrong effect.
 */
export function upcastConsumer(
  consumer: Consumer,
  log: TransportLogger,
  upcast: UpcastEvent = upcastEvent,
): Consumer {
  return {
    ...consumer,
    handle: async (events) => {
      const readable: EventEnvelope[] = [];
      for (const event of events) {
        const current = upcast(event);
        if (current === null) {
          if (readable.length > 0) await consumer.handle(readable);
          throw newerSchemaVersion(event, consumer.group, log);
        }
        readable.push(current);
      }
      await consumer.handle(readable);
    },
  };
}

function newerSchemaVersion(
  { event_id: eventId, type, schema_version: schemaVersion }: EventEnvelope,
  group: string,
  log: TransportLogger,
): AppError {
  log.error(
    { group, event_id: eventId, type, schema_version: schemaVersion },
    'Event has a newer schema version than this process reads; the group waits for an upgrade of the process',
  );
  // The transport retries this error without limit.
  return new AppError(
    'SYS_SERVICE_UNAVAILABLE',
    `This process does not read schema version ${schemaVersion} of ${type}. Upgrade the process.`,
  );
}
