/**
 * Records a real response of every operation of the OpenAPI document, and writes the responses to
 * `infra/codegen/openapi/response-examples.json`:
 *
 *     npm run examples
 *
 * The command runs a scenario on a standalone platform with an empty data folder. It takes about two minutes, because an
 * erasure is completed after one minute. `toExamples` replaces what differs between two runs, so that a second run writes
 * the same file, unless a run passes midnight UTC.
 */
import { relative } from 'node:path';
import { connectToPlatform } from '../e2e/test-platform.ts';
import { openStandalonePlatform } from '../e2e/open-standalone-platform.ts';
import { RESPONSE_EXAMPLES_FILE } from '../../infra/documentation/src/response-examples.ts';
import { readDocument, writeExamples } from './example-file.ts';
import { createRecorder } from './recorder.ts';
import { runScenario } from './scenario/run-scenario.ts';
import { toExamples } from './to-examples.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';

const document = readDocument();
const recorder = createRecorder(document);
const receiver = await startWebhookReceiver();
const platform = await connectToPlatform(await openStandalonePlatform());
try {
  await runScenario({ platform, recorder, webhookUrl: `${receiver.origin}/loci` });
} finally {
  await platform.close();
  receiver.close();
}
const origins = { [receiver.origin]: 'https://hooks.example.com' };
writeExamples(document, toExamples(recorder.recordings, origins));
console.log(relative(process.cwd(), RESPONSE_EXAMPLES_FILE));
