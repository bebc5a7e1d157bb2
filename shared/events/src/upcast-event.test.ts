import { describe, expect, test } from '@jest/globals';
import type { EventEnvelope } from './envelope.ts';
import { EVENT_DATA } from './event-types.ts';
import { publishedSchemaVersion, upcastEvent } from './upcast-event.ts';
import type { Upcasts } from './upcast-event.ts';

const event = (schemaVersion: number, data: Record<string, unknown> = {}): EventEnvelope => ({
  event_id: '11111111-1111-4111-8111-111111111111',
  type: 'memory.created',
  schema_version: schemaVersion,
  tenant_id: '22222222-2222-4222-8222-222222222222',
  aggregate_type: 'memory',
  aggregate_id: '33333333-3333-4333-8333-333333333333',
  revision: 1,
  occurred_at: '2026-01-01T00:00:00.000Z',
  traceparent: null,
  data,
});

const UPCASTS: Upcasts = {
  'memory.created': [
    ({ importance, ...data }) => ({ ...data, weight: importance }),
    ({ weight, ...data }) => ({ ...data, weight: Number(weight) * 100 }),
  ],
};

describe('upcastEvent', () => {
  test('converts an event of an older schema version with all later upcasts', () => {
    expect(upcastEvent(event(1, { id: 'a', importance: 0.5 }), UPCASTS)).toEqual(
      event(3, { id: 'a', weight: 50 }),
    );
    expect(upcastEvent(event(2, { weight: 0.5 }), UPCASTS)).toEqual(event(3, { weight: 50 }));
  });

  test('returns an event of the newest schema version unchanged', () => {
    const newest = event(3, { weight: 50 });
    expect(upcastEvent(newest, UPCASTS)).toBe(newest);
  });

  test('returns null for an event of a newer schema version', () => {
    expect(upcastEvent(event(4), UPCASTS)).toBeNull();
  });

  test.each(Object.keys(EVENT_DATA))('reads the published schema version of %s', (type) => {
    const published = { ...event(publishedSchemaVersion(type)), type };
    expect(upcastEvent(published)).not.toBeNull();
  });
});
