import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Who is not signed in is told so by the API, and the browser writes each such answer down. */
const EXPECTED = /status of 401/;

/** @param names hosts that are only names, each with where it is */
export const startBrowser = (names: Readonly<Record<string, string>> = {}): Promise<Browser> => {
  const rules = Object.entries(names).map(([name, host]) => `MAP ${name} ${host}`);
  return chromium.launch({
    executablePath: process.env['GW_CHROMIUM'] ?? '/usr/bin/chromium',
    args: [...FLAGS, ...(rules.length > 0 ? [`--host-resolver-rules=${rules.join(',')}`] : [])],
  });
};

const FOUND_MS_MAX = 25_000; // What a page shows in a moment, on a machine that runs all files at once.

/** A browser that has the session of somebody. @param url of the gateway */
export async function contextOf(
  browser: Browser,
  { cookies }: { readonly cookies: string },
  url: string,
): Promise<BrowserContext> {
  const context = await browser.newContext();
  context.setDefaultTimeout(FOUND_MS_MAX);
  const [name = '', value = ''] = cookies.split('=');
  await context.addCookies([{ name, value, url }]);
  return context;
}

export interface Opened {
  readonly page: Page;
  /** What the page complained about, the policy of its own headers included. */
  readonly faults: string[];
  /** Where it went. */
  readonly hosts: Set<string>;
}

export interface Opening {
  readonly width?: number;
  readonly scheme?: 'light' | 'dark';
}

/** @param into a browser, or a context that is signed in */
export async function openPage(
  into: Browser | BrowserContext,
  url: string,
  { width = 1_280, scheme = 'light' }: Opening = {},
): Promise<Opened> {
  const page = await into.newPage();
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  const faults: string[] = [];
  const hosts = new Set<string>();
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await page.goto(url, { waitUntil: 'networkidle' });
  return { page, faults, hosts };
}

export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

let axe: Promise<string> | undefined;

const SETTLED_MS_MAX = 10_000; // A page that is still drawn, or changes its colours, on a busy machine.

/** The rules of WCAG 2.2 AA as axe-core names them. */
export const WCAG: readonly string[] = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
const AND_GOOD_PRACTICE = [...WCAG, 'best-practice'];

/**
 * What the rules find at fault, each with where: what is still there once it is settled.
 * @param rules WCAG alone for what lies over a page for a moment, as an open menu, which is in no landmark
 */
export async function accessibilityFaults(
  page: Page,
  rules: readonly string[] = AND_GOOD_PRACTICE,
): Promise<string[]> {
  return whatStays(page, () => faultsNow(page, rules));
}

/** What is still found once the page is settled. */
async function whatStays(page: Page, find: () => Promise<string[]>): Promise<string[]> {
  const endMs = performance.now() + SETTLED_MS_MAX;
  for (;;) {
    const faults = await find();
    if (faults.length === 0 || performance.now() > endMs) return faults;
    await page.waitForTimeout(200);
  }
}

async function faultsNow(page: Page, rules: readonly string[]): Promise<string[]> {
  axe ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  // Evaluated, which the policy of the page does not hold back.
  await page.evaluate(await axe);
  return page.evaluate(`
    axe.run(document, { runOnly: ${JSON.stringify(rules)} })
      .then(({ violations }) => violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => id + ': ' + html.slice(0, 200) + ' ' + failureSummary)))
  `);
}

/** In both schemes, wide and narrow: nothing that keeps somebody out, and nothing beyond the edge. */
export async function usabilityFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1_440, 390]) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
      const found = [...(await edgeFaults(page)), ...(await accessibilityFaults(page))];
      faults.push(...found.map((fault) => `${colorScheme} ${width}: ${fault}`));
    }
  }
  return faults;
}

const edgeFaults = (page: Page): Promise<string[]> =>
  whatStays(page, async () => {
    const overflow = await overflowOf(page);
    return overflow > 0 ? [`${overflow} pixels beyond the edge`] : [];
  });
