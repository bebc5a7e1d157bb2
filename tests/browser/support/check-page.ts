import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Folder of the screenshots. They are kept for a review and replaced by the next run. */
const SCREENSHOTS = join(import.meta.dirname, '../../../coverage/screenshots');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Groups of rules of axe-core that WCAG 2.2 requires on the levels A and AA. */
export const WCAG_2_2_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const ALL_RULES = [...WCAG_2_2_AA, 'best-practice'];
const HEIGHT = 800;

/** Widths of phones and of a desktop. */
const WIDTHS = [320, 390, 1280];

/**
 * Themes and widths of the screenshots and of axe-core. Each theme and each width occurs once, which takes half of the time of
 * all combinations. `CHECK_PAGES=all` selects them all, for a review.
 */
const VIEWS: readonly { colorScheme: 'light' | 'dark'; width: number }[] = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 390 },
  ...(process.env['CHECK_PAGES'] === 'all'
    ? ([
        { colorScheme: 'dark', width: 1280 },
        { colorScheme: 'light', width: 390 },
      ] as const)
    : []),
];

interface AxeResult {
  violations: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }[];
}

/** Takes a screenshot of the current page in its window. */
export async function screenshot(page: Page, name: string): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
}

/**
 * Checks the current page with axe-core, and takes screenshots, at the widths of a phone and of a desktop, in light and dark
 * mode.
 *
 * @param rules groups of rules of axe-core, by default also those that WCAG does not require
 * @throws Error if axe-core finds a violation of WCAG 2.2 AA, the page is wider than its window, or it does not have exactly
 *   one first-level heading
 */
export async function checkPage(
  page: Page,
  name: string,
  { rules = ALL_RULES }: { rules?: readonly string[] } = {},
): Promise<void> {
  const problems: string[] = [];
  const before = page.viewportSize();
  const headings = await page.locator('h1').count();
  if (headings !== 1) problems.push(`${headings} first-level headings`);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    const scrollWidth = await page.evaluate<number>('document.documentElement.scrollWidth');
    if (scrollWidth > width) problems.push(`${scrollWidth} pixels wide in a window of ${width} pixels`);
  }
  // The policy of the page does not allow injected scripts, so axe-core runs through the debugger protocol.
  await page.evaluate(AXE);
  for (const { colorScheme, width } of VIEWS) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: HEIGHT });
    await screenshot(page, `${name}-${width}-${colorScheme}`);
    problems.push(
      ...(await findAxeViolations(page, rules)).map((each) => `${width} ${colorScheme}: ${each}`),
    );
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: null });
  if (before !== null) await page.setViewportSize(before);
  if (problems.length > 0) throw new Error(`${name}: ${problems.join('\n')}`);
}

async function findAxeViolations(page: Page, rules: readonly string[]): Promise<string[]> {
  const { violations } = (await page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(rules)}, resultTypes: ['violations'] })`,
  )) as AxeResult;
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} (${help}): ${html}\n${failureSummary ?? ''}`),
  );
}
