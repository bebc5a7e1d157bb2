import { existsSync } from 'node:fs';
import chromium from '@sparticuz/chromium';
import puppeteer from 'puppeteer-core';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Starts Chromium and signs in to the portal. `CHROMIUM_PATH` replaces the Chromium that is installed from npm. */
export async function openSignedInPage({ portalUrl, account, timeoutMs }) {
  const path = process.env['CHROMIUM_PATH'] ?? INSTALLED.find((each) => existsSync(each));
  const browser = await puppeteer.launch({
    executablePath: path ?? (await chromium.executablePath()),
    args: path === undefined ? ['--no-sandbox', '--no-zygote'] : ['--no-sandbox'],
    headless: path === undefined ? 'shell' : true,
    defaultViewport: { width: 1280, height: 900 },
    protocolTimeout: timeoutMs,
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(timeoutMs);
  await page.goto(portalUrl);
  await page.type('input[type=email]', account.email);
  await page.type('input[type=password]', account.password);
  await Promise.all([page.waitForSelector('html[data-ready]'), page.keyboard.press('Enter')]);
  return { browser, page };
}

/** Reads the input of a program from its first argument. */
export const readInput = () => JSON.parse(process.argv[2]);

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
