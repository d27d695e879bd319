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

/** What WCAG 2.2 AA and good practice find at fault, each with where: what is still there once it is settled. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  const endMs = performance.now() + SETTLED_MS_MAX;
  for (;;) {
    const faults = await faultsNow(page);
    if (faults.length === 0 || performance.now() > endMs) return faults;
    await page.waitForTimeout(200);
  }
}

async function faultsNow(page: Page): Promise<string[]> {
  axe ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  // Evaluated, which the policy of the page does not hold back.
  await page.evaluate(await axe);
  return page.evaluate(`
    axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] })
      .then(({ violations }) => violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => id + ': ' + html.slice(0, 200) + ' ' + failureSummary)))
  `);
}
