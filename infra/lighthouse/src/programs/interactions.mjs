/**
 * Measures interactions with pages of the portal in Chromium. Prints the results as JSON. The argument is JSON with the URL
 * of the portal, the account and the number of rounds.
 */
import { median, openSignedInPage, readInput } from './signed-in-browser.mjs';

const TIMEOUT_MS = 20_000;
/** Event Timing reports only events that take at least this time until the next frame. */
const SHORTEST_EVENT_MS = 16;
/** Elements whose first appearance on a page is recorded. */
const FIRST_ROW = '.memory-row[aria-rowindex="2"] a';
const AWAITED = [FIRST_ROW];

const { portalUrl, account, rounds } = readInput();
const { browser, page } = await openSignedInPage({ portalUrl, account, timeoutMs: TIMEOUT_MS });

/** Records events, and the times at which elements appear, on each page. Runs in the browser before all scripts. */
function record(awaited, shortestEventMs) {
  const state = (globalThis.measured = { events: [], first: {}, results: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      state.events.push({ start: entry.startTime, duration: entry.duration });
  }).observe({ type: 'event', durationThreshold: shortestEventMs, buffered: true });
  new MutationObserver(() => {
    for (const selector of awaited)
      if (state.first[selector] === undefined && document.querySelector(selector) !== null)
        state.first[selector] = performance.now();
  }).observe(document, { childList: true, subtree: true });
}
await page.evaluateOnNewDocument(record, AWAITED, SHORTEST_EVENT_MS);

const open = async (path, selector = 'html[data-ready]') => {
  await page.goto(`${portalUrl}${path}`, { waitUntil: 'networkidle0' });
  await page.waitForSelector(selector);
};
const nextFrames = () =>
  page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 50))),
      ),
  );
const now = () => page.evaluate(() => performance.now());

/** Returns the longest event since a time, and the longest server time of the requests since then. */
const since = (start) =>
  page.evaluate(
    (from) => ({
      inputMs: Math.max(
        0,
        ...globalThis.measured.events.filter(({ start }) => start >= from).map(({ duration }) => duration),
      ),
      serverMs: Math.max(
        0,
        ...performance
          .getEntriesByType('resource')
          .filter(({ startTime, initiatorType }) => startTime >= from && initiatorType === 'fetch')
          .map(({ requestStart, responseStart }) => responseStart - requestStart),
      ),
    }),
    start,
  );

/** Measures an action that opens a page: the time until its first content, and until `selector` appears. */
async function navigation(act, selector = null) {
  await Promise.all([page.waitForNavigation({ waitUntil: 'networkidle0' }), act()]);
  if (selector !== null) await page.waitForSelector(selector);
  await nextFrames();
  return page.evaluate((wanted) => {
    const [entry] = performance.getEntriesByType('navigation');
    const paint = performance.getEntriesByName('first-contentful-paint')[0].startTime;
    return {
      inputMs: 0,
      shownMs: wanted === null ? paint : Math.max(paint, globalThis.measured.first[wanted]),
      serverMs: entry.responseStart - entry.requestStart,
    };
  }, selector);
}

/** Measures an action that changes the page: the time until `isShown` returns true in a frame. */
async function change(act, isShown, ...args) {
  const start = await now();
  const shown = page.waitForFunction(isShown, { polling: 'raf' }, ...args).then(() => now());
  await act();
  const shownMs = (await shown) - start;
  await nextFrames();
  return { ...(await since(start)), shownMs };
}

/** Clicks at the start of an element, because a text can be longer than its visible part. */
const click = (selector) => () => page.click(selector, { offset: { x: 6, y: 6 } });

/** Interactions by name. Each opens its page and returns its times in milliseconds. */
const INTERACTIONS = {
  'type a letter of a search': async () => {
    await open('/');
    await page.focus('#q');
    await page.keyboard.type('garden');
    await page.waitForSelector('#results .results .content');
    await page.waitForNetworkIdle({ idleTime: 300 });
    await page.evaluate(() => {
      globalThis.measured.results = 0;
      new MutationObserver(() => globalThis.measured.results++).observe(document.querySelector('#results'), {
        childList: true,
      });
    });
    return change(
      () => page.keyboard.press('s'),
      () => globalThis.measured.results > 0,
    );
  },
  'open a memory': async () => {
    await open('/memories', FIRST_ROW);
    return navigation(click(FIRST_ROW));
  },
  'change the filter of the table': async () => {
    await open('/memories', FIRST_ROW);
    await page.select('#type', 'task');
    return navigation(click('.browse-filter button[type=submit]'), FIRST_ROW);
  },
  'change the order of the table': async () => {
    await open('/memories', FIRST_ROW);
    const first = await page.$eval(FIRST_ROW, (link) => link.href);
    return change(
      click('.memory-head .cell-importance a'),
      (selector, before) => document.querySelector(selector)?.href !== before,
      FIRST_ROW,
      first,
    );
  },
  'scroll the table': async () => {
    await open('/memories', FIRST_ROW);
    await page.hover('.memory-table');
    // The rows after the first 100 are not loaded yet.
    return change(
      () => page.mouse.wheel({ deltaY: 6_000 }),
      () => document.querySelector('.memory-row[aria-rowindex="130"] a') !== null,
    );
  },
  'jump to the end of the table': async () => {
    await open('/memories', FIRST_ROW);
    const last = await page.$eval('.memory-table', (table) => table.getAttribute('aria-rowcount'));
    await page.focus('.memory-table');
    return change(
      () => page.keyboard.press('End'),
      (row) => document.querySelector(`.memory-row[aria-rowindex="${row}"] a`) !== null,
      last,
    );
  },
  'select a memory': async () => {
    await open('/memories', FIRST_ROW);
    return change(
      click('#memory-row-2 input'),
      () => document.querySelector('#memory-row-2.selected') !== null,
    );
  },
  'open a day': async () => {
    await open('/memories/days');
    return navigation(click('a.day'), FIRST_ROW);
  },
  'open the next pair of the inbox': async () => {
    await open('/inbox');
    return navigation(click('a[data-key="5"]'));
  },
  'open the start page': async () => {
    await open('/memories', FIRST_ROW);
    return navigation(click('nav a[href="/"]'));
  },
};

try {
  const results = [];
  for (const [name, interact] of Object.entries(INTERACTIONS)) {
    console.error(`  ${name}`);
    // The first round warms up the code of the page and of the server.
    await interact();
    const times = [];
    for (let round = 0; round < rounds; round++) times.push(await interact());
    const part = (key) => times.map((each) => each[key]);
    results.push({
      name,
      inputMs: median(part('inputMs')),
      shownMs: median(part('shownMs')),
      slowestShownMs: Math.max(...part('shownMs')),
      serverMs: median(part('serverMs')),
    });
  }
  console.log(JSON.stringify(results));
} finally {
  await browser.close();
}
