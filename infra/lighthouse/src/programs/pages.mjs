/**
 * Measures pages of the portal with Lighthouse. Prints the results as JSON. The argument is JSON with the URL of the portal,
 * the account, the paths of the pages, the settings (`desktop` or `mobile`) and the number of rounds.
 */
import lighthouse, { desktopConfig } from 'lighthouse';
import { median, openSignedInPage, readInput } from './signed-in-browser.mjs';

const TIMEOUT_MS = 120_000;
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];
const METRICS = {
  firstContentfulPaintMs: 'first-contentful-paint',
  largestContentfulPaintMs: 'largest-contentful-paint',
  totalBlockingMs: 'total-blocking-time',
  layoutShift: 'cumulative-layout-shift',
  speedIndexMs: 'speed-index',
  serverMs: 'server-response-time',
};

const { portalUrl, account, pages, settings, rounds } = readInput();
const { browser, page } = await openSignedInPage({ portalUrl, account, timeoutMs: TIMEOUT_MS });

/** Returns the scores and metrics of a page, and the audits that are not passed. */
async function measure(path) {
  // The session of the user is a cookie, which Lighthouse would otherwise delete.
  const flags = { disableStorageReset: true, onlyCategories: CATEGORIES, logLevel: 'error' };
  const config = settings === 'desktop' ? desktopConfig : undefined;
  const { lhr } = await lighthouse(`${portalUrl}${path}`, flags, config, page);
  if (lhr.runtimeError !== undefined) throw new Error(`${path}: ${lhr.runtimeError.message}`);
  const { origin, pathname } = new URL(lhr.finalDisplayedUrl);
  if (origin !== portalUrl || pathname !== new URL(path, portalUrl).pathname)
    throw new Error(`${path} redirected to ${lhr.finalDisplayedUrl}.`);
  const failed = CATEGORIES.flatMap((category) =>
    lhr.categories[category].auditRefs
      .filter(({ id, weight }) => weight > 0 && (lhr.audits[id].score ?? 1) < 0.9)
      .map(({ id }) => `${id} (${lhr.audits[id].displayValue ?? lhr.audits[id].score})`),
  );
  return {
    scores: Object.fromEntries(
      CATEGORIES.map((category) => [category, Math.round(lhr.categories[category].score * 100)]),
    ),
    metrics: Object.fromEntries(
      Object.entries(METRICS).map(([name, id]) => [name, lhr.audits[id]?.numericValue]),
    ),
    failed,
    version: lhr.lighthouseVersion,
  };
}

try {
  const results = [];
  for (const [name, path] of Object.entries(pages)) {
    const measured = [];
    for (let round = 0; round < rounds; round++) measured.push(await measure(path));
    const medianOf = (part) =>
      Object.fromEntries(
        Object.keys(measured[0][part]).map((key) => [key, median(measured.map((each) => each[part][key]))]),
      );
    results.push({
      name,
      path,
      settings,
      scores: medianOf('scores'),
      metrics: medianOf('metrics'),
      failed: measured.at(-1).failed,
      version: measured[0].version,
    });
  }
  console.log(JSON.stringify(results));
} finally {
  await browser.close();
}
