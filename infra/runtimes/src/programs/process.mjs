/** Runs the scenario in a runtime that has `process`: Node.js, Deno and Bun. Prints the passed steps as JSON. */
import process from 'node:process';
import * as client from '@loci/client';
import { runScenario } from './scenario.mjs';

const { BASE_URL: baseUrl, API_KEY: apiKey } = process.env;
console.log(JSON.stringify(await runScenario(client, { baseUrl, apiKey })));
