import { truncate } from '@loci/core';
import type { Json } from '../support/api-connection.ts';
import { createExampleClock } from './example-clock.ts';
import { createExampleIds } from './example-ids.ts';
import type { Recording } from './recorder.ts';

/** Elements of a list of objects, and of other lists. */
const MAX_OBJECTS = 2;
const MAX_ELEMENTS = 5;
const MAX_TEXT_LENGTH = 1_000;
const DECIMALS = 4;

/** Values of texts that are secret, opaque, or a hash of what differs between two runs. */
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  access_token: 'placeholder-for-an-access-token',
  refresh_token: 'placeholder-for-a-refresh-token',
  secret: 'whsec_placeholder',
  digest: '3b0c1a0f7c9d4e5b8a6f2d1e0c9b8a7f6e5d4c3b2a1f0e9d8c7b6a5f4e3d2c1b',
};
const CURSOR = 'placeholder-for-a-cursor';
const ETAG = /^"(\d+)-\w+"$/;

/** Durations by field. */
const DURATIONS: Readonly<Record<string, number>> = {
  search_time_ms: 8.5,
  bm25_time_ms: 1.2,
  vector_time_ms: 1.8,
  graph_time_ms: 1.1,
  second_hop_time_ms: 0.7,
  fusion_time_ms: 0.4,
  duration_ms: 38,
  processing_time: 0.05,
};

/**
 * Converts recordings to examples. Replaces IDs, times, durations, secrets, cursors, ETags and hashes by values that are the
 * same for each run of a scenario, and shortens lists and texts. The same ID or time has the same replacement in all
 * examples.
 *
 * @param origins replacements of origins of URLs
 */
export function toExamples(
  recordings: readonly Recording[],
  origins: Readonly<Record<string, string>> = {},
): Record<string, Record<string, Json>> {
  const clock = createExampleClock(recordings.map(({ startedAt }) => startedAt));
  const replaceIds = createExampleIds();
  const examples: Record<string, Record<string, Json>> = {};
  recordings.forEach(({ operationId, status, receivedAt, body }, index) => {
    const toText = (text: string, key: string): string => {
      if (PLACEHOLDERS[key] !== undefined) return PLACEHOLDERS[key];
      if (key.endsWith('cursor')) return CURSOR;
      if (key === 'etag') return text.replace(ETAG, '"$1-mq6l0xg1"');
      // The index is changed while other calls run.
      if (key === 'last_indexed') return clock.startOf(index);
      const withOrigins = Object.entries(origins).reduce(
        (replaced, [origin, replacement]) => replaced.replaceAll(origin, replacement),
        text,
      );
      return truncate(clock.replaceTimes(replaceIds(withOrigins), { index, receivedAt }), MAX_TEXT_LENGTH);
    };
    const visit = (value: Json, key: string): Json => {
      if (typeof value === 'string') return toText(value, key);
      if (typeof value === 'number') return toNumber(value, key);
      if (Array.isArray(value)) return firstElements(value).map((element) => visit(element, key));
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, visit(child, name)]));
    };
    (examples[operationId] ??= {})[status] = visit(body, '');
  });
  return examples;
}

const firstElements = (elements: readonly Json[]): Json[] =>
  elements.slice(0, typeof elements[0] === 'object' ? MAX_OBJECTS : MAX_ELEMENTS);

/** @throws Error for a duration without an example */
function toNumber(value: number, key: string): number {
  const duration = DURATIONS[key];
  if (duration !== undefined) return duration;
  if (key.endsWith('_ms')) throw new Error(`Add an example of the duration ${key} to to-examples.ts.`);
  if (key.endsWith('_hours')) return Math.round(value);
  return Number(value.toFixed(DECIMALS));
}
