import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { envelopeSchema } from '@loci/events';
import type { EventEnvelope } from '@loci/events';
import { compareShapes, shapeOf } from './event-shape.ts';
import type { ShapeChange } from './event-shape.ts';

const FOLDER = join(import.meta.dirname, '../../shared/events/samples');

export interface EventSample {
  /** `1/memory.created/evolved` */
  path: string;
  event: EventEnvelope;
}

/** `<schema version>/<type>/<name>`; a name is the same from version to version. */
export const pathOf = (event: EventEnvelope, name: string): string =>
  `${event.schema_version}/${event.type}/${name}`;

/** Every sample of every version and shape that was ever written. */
export function readSamples(): EventSample[] {
  return readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => {
      const path = file.replaceAll('\\', '/').replace(/\.json$/, '');
      return { path, event: envelopeSchema.parse(JSON.parse(readFileSync(join(FOLDER, file), 'utf8'))) };
    });
}

/** How an event of today differs from its sample; null when there is none. */
export function compareWithSample(event: EventEnvelope, name: string): ShapeChange | null {
  const file = fileOf(pathOf(event, name));
  if (!existsSync(file)) return null;
  const sample = envelopeSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  return compareShapes(shapeOf(sample), shapeOf(event));
}

/**
 * Keeps an event as the sample of its name. A sample of another shape stays beside it, under the day of its end: its
 * like may still lie in an outbox.
 * @returns the path when something was written
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
