/**
 * Writes a sample of every event whose current shape has no sample yet, and prints its path:
 *
 *     .runtime/node tests/event-samples/write-samples.main.ts
 *
 * Commit the samples together with the code that changes the shape.
 */
import { serveTestCluster } from '@loci/postgres/test-cluster';
import { saveSample } from './sample-files.ts';
import { startTestServices } from '../support/test-services.ts';
import { writeEvents } from './write-events.ts';

const stopCluster = await serveTestCluster();
const services = await startTestServices();
try {
  const { named } = await writeEvents(services);
  const today = new Date();
  for (const { name, event } of named) {
    const path = saveSample(event, name, today);
    if (path !== null) console.log(path);
  }
} finally {
  await services.close();
  await stopCluster();
}
