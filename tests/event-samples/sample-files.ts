import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { envelopeSchema } from '@loci/events';
import type { EventEnvelope } from '@loci/events';
import { compareShapes, shapeOf } from './event-shape.ts';
import type { ShapeChange } from './event-shape.ts';

const FOLDER = join(import.meta.dirname, '../../shared/events/samples');

export interface EventSample {
  /** Path in the samples folder without extension, such as `1/memory.created/evolved`. */
  path: string;
  event: EventEnvelope;
}

/** Returns `<schema version>/<type>/<name>`. The name stays the same across schema versions. */
export const pathOf = (event: EventEnvelope, name: string): string =>
  `${event.schema_version}/${event.type}/${name}`;

/** Reads the samples of all schema versions and shapes, sorted by path. */
export function readSamples(): EventSample[] {
  return readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => {
      const path = file.replaceAll('\\', '/').replace(/\.json$/, '');
      return { path, event: envelopeSchema.parse(JSON.parse(readFileSync(join(FOLDER, file), 'utf8'))) };
    });
}

/** Compares a current event with its sample. Returns null if there is no sample. */
export function compareWithSample(event: EventEnvelope, name: string): ShapeChange | null {
  const file = fileOf(pathOf(event, name));
  if (!existsSync(file)) return null;
  const sample = envelopeSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  return compareShapes(shapeOf(sample), shapeOf(event));
}

/**
 * Stores an event as the sample of its name. An existing sample of another shape is kept with the current date in its
 * name, because outboxes may still contain such events.
 *
 * @returns the path of the sample, or null if the existing sample has the same shape
 */
export function saveSample(event: EventEnvelope, name: string, today: Date): string | null {
  const path = pathOf(event, name);
  const change = compareWithSample(event, name);
  if (change !== null && change.broken.length + change.added.length === 0) return null;
  mkdirSync(join(FOLDER, String(event.schema_version), event.type), { recursive: true });
  if (change !== null) renameSync(fileOf(path), fileOf(`${path}-until-${today.toISOString().slice(0, 10)}`));
  writeFileSync(fileOf(path), `${JSON.stringify(event, null, 2)}\n`);
  return path;
}

const fileOf = (path: string): string => join(FOLDER, `${path}.json`);
