/**
 * Runs the scenario in Chromium, on a page of another origin than the gateway. Prints the passed steps as JSON. The argument
 * is the folder with the scenario and the built client. `CHROMIUM_PATH` replaces the installed Chromium, which is for Linux.
 */
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import puppeteer from 'puppeteer-core';

const [folder] = process.argv.slice(2);
const { BASE_URL: baseUrl, API_KEY: apiKey, CHROMIUM_PATH: installed } = process.env;
const TIMEOUT_MS = 120_000;

const PAGE = '<!doctype html><title>Loci</title>';
const FILE = /^\/(scenario\.mjs|node_modules\/@loci\/client\/[\w/-]+\.js)$/;

const server = createServer((request, response) => {
  const file = FILE.exec(request.url)?.[1];
  if (file === undefined) {
    response.writeHead(request.url === '/' ? 200 : 404, { 'content-type': 'text/html' }).end(PAGE);
    return;
  }
  readFile(join(folder, file)).then(
    (content) => response.writeHead(200, { 'content-type': 'text/javascript' }).end(content),
    () => response.writeHead(404).end(),
  );
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const browser = await puppeteer.launch({
  executablePath: installed ?? (await chromium.executablePath()),
  args:
    installed === undefined
      ? chromium.args.filter((arg) => arg !== '--disable-web-security')
      : ['--no-sandbox'],
  headless: 'shell',
  protocolTimeout: TIMEOUT_MS,
});
try {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  const passed = await page.evaluate(
    async (modules, connection) => {
      const [client, { runScenario }] = await Promise.all(modules.map((path) => import(path)));
      return runScenario(client, connection);
    },
    ['/node_modules/@loci/client/index.js', '/scenario.mjs'],
    { baseUrl, apiKey },
  );
  console.log(JSON.stringify(passed));
} finally {
  await browser.close();
  server.close();
}
