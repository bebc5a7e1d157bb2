/**
 * Runs the scenario in workerd, the runtime of Cloudflare Workers. Prints the passed steps as JSON. The argument is the
 * folder with the scenario and the built client.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Miniflare } from 'miniflare';

const [folder] = process.argv.slice(2);
const { BASE_URL: baseUrl, API_KEY: apiKey } = process.env;
const PACKAGE = 'node_modules/@loci/client';

const WORKER = `
  import * as client from './${PACKAGE}/index.js';
  import { runScenario } from './scenario.mjs';
  export default {
    async fetch(request, { BASE_URL: baseUrl, API_KEY: apiKey }) {
      try {
        return Response.json(await runScenario(client, { baseUrl, apiKey }));
      } catch (error) {
        return new Response(String(error?.stack ?? error), { status: 500 });
      }
    },
  };
`;

const files = readdirSync(join(folder, PACKAGE), { recursive: true }).filter((file) => file.endsWith('.js'));
const sources = [...files.map((file) => join(PACKAGE, file)), 'scenario.mjs'];
const worker = new Miniflare({
  modulesRoot: folder,
  modules: [
    { type: 'ESModule', path: join(folder, 'worker.mjs'), contents: WORKER },
    ...sources.map((file) => ({
      type: 'ESModule',
      path: join(folder, file),
      contents: readFileSync(join(folder, file), 'utf8'),
    })),
  ],
  compatibilityDate: '2026-01-01',
  bindings: { BASE_URL: baseUrl, API_KEY: apiKey },
});
try {
  const response = await worker.dispatchFetch('http://localhost/');
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  console.log(text);
} finally {
  await worker.dispose();
}
