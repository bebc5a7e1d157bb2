/**
 * Keeps a sample of every event that the services write today whose shape has no sample yet:
 *
 *     node tests/event-samples/write-samples.main.ts
 *
 * What is printed belongs into the commit that changed the shape.
 */
import { serveTestCluster } from '@loci/postgres/test-cluster';
import { saveSample } from './sample-files.ts';
import { startServices } from './start-services.fixture.ts';
import { writeEvents } from './write-events.ts';

const stopCluster = await serveTestCluster();
const services = await startServices();
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
