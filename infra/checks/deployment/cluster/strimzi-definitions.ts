import { globSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chooseJdk, fetchJars, findJdks, installOnce, javaOf, runTool } from '@loci/test-engines/install';
import { CACHE } from '../run-checker.ts';
import { readDefinitions } from './custom-resource-definitions.ts';
import type { CustomResourceDefinition } from './custom-resource-definitions.ts';

const STRIMZI = '1.2.0';
const OLDEST_JAVA = 21;
const API = 'io.strimzi.api.kafka.model';

/** Java classes of the custom resources, by the names of the written files. */
const CLASSES = {
  kafka: `${API}.kafka.Kafka`,
  'node-pool': `${API}.nodepool.KafkaNodePool`,
  topic: `${API}.topic.KafkaTopic`,
  user: `${API}.user.KafkaUser`,
};

/** Generates the definitions of Strimzi once, with the generator and the API of Strimzi from Maven Central. */
export async function readStrimziDefinitions(): Promise<CustomResourceDefinition[]> {
  const folder = await installOnce(CACHE, `strimzi-definitions-${STRIMZI}`, async (unfinished) => {
    const jars = join(unfinished, 'jars');
    mkdirSync(jars);
    await fetchJars(jars, [`io.strimzi:api:${STRIMZI}`, `io.strimzi:crd-generator:${STRIMZI}`]);
    const java = javaOf(chooseJdk(findJdks(), 'The generator of the definitions of Strimzi', OLDEST_JAVA));
    await runTool(java, [
      ...['-cp', join(jars, '*'), 'io.strimzi.crdgenerator.CrdGenerator', '--yaml', '--target-kube', '1.30+'],
      ...Object.entries(CLASSES).map(([name, type]) => `${type}=${join(unfinished, `${name}.yaml`)}`),
    ]);
  });
  return globSync('*.yaml', { cwd: folder }).flatMap((file) => readDefinitions(join(folder, file)));
}
