import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '#kernel';
import { METHODS } from '../../apps/api/src/docs/document.js';
import { openApi } from '../../apps/api/src/docs/openapi.js';
import { JOB_MS_MAX, settled } from '../support/document-jobs.js';
import { startFirstRun } from '../support/first-run.js';
import { openPage, overflowOf, startBrowser } from '../support/browser.js';
import type { TestGateway } from '../support/gateway.js';

/** Whose example makes the object that a variable of another example names. */
const MAKERS: Readonly<Record<string, string>> = {
  FILE_ID: 'uploadFile',
  RESPONSE_ID: 'createResponse',
};

let gateway: TestGateway;
let browser: Browser;

beforeAll(async () => {
  gateway = await startFirstRun();
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await settled(gateway); // What an example began ends by itself.
  await gateway.stop();
}, JOB_MS_MAX);

const open = (path: string, width = 1_280) => openPage(browser, gateway.url + path, { width });

describe.each([1_280, 390])('at %i pixels', (width) => {
  it('documents every path of the API without a foreign request', async () => {
    const { page, faults, hosts } = await open('/docs/api', width);
    await page.getByText('/v1/chat/completions').first().waitFor();
    expect(faults).toEqual([]);
    expect([...hosts]).toEqual([new URL(gateway.url).host]);
    expect(await overflowOf(page)).toBe(0);
  });
});

it('sends a person with a browser from an unknown path to the documentation', async () => {
  const { page } = await open('/nothing-here');
  expect(new URL(page.url()).pathname).toBe('/docs');
});

it('shows shell examples that work when they are pasted, or says what they need', async () => {
  const { page } = await open('/docs/api');
  await page.locator('article').first().waitFor();
  const shells: { id: string; text: string; needs: string | null }[] = await page.evaluate(
    `[...document.querySelectorAll('article')].map((one) => ({
      id: one.id,
      text: one.querySelector('pre[aria-label="Shell"]').textContent,
      needs: one.querySelector('.notice')?.textContent ?? null,
    }))`,
  );
  const textOf = (id: string) => shells.find((one) => one.id === id)?.text ?? `no example ${id}`;
  const folder = await mkdtemp(join(tmpdir(), 'gw-paste-'));
  await writeFile(join(folder, '.curlrc'), String.raw`write-out = "\n%{http_code}"`);
  const key = gateway.key();
  const paste = async (text: string, variables: Record<string, string> = {}) => {
    const env = { ...process.env, CURL_HOME: folder, API_KEY: key, ...variables };
    const { stdout } = await promisify(execFile)('sh', ['-c', text], { cwd: folder, env });
    return stdout;
  };
  const variableIn = (text: string) => /\$\{(\w+):\?/.exec(text)?.[1];
  for (const { id, text, needs } of shells) {
    const variable = variableIn(text);
    const made = variable && (await paste(textOf(MAKERS[variable] ?? '')));
    const object = made ? (JSON.parse(made.split('\n')[0] ?? '') as { id: string }).id : '';
    const answer = await paste(text, variable ? { [variable]: object } : {});
    expect([id, answer]).toEqual([id, expect.stringMatching(needs ? /\n4\d\d$/ : /\n20[02]$/)]);
    if (variable) await expect(paste(text)).rejects.toThrow(`${variable}: set it first`);
  }
  expect(shells.filter(({ needs }) => needs).map(({ id }) => id)).toEqual(
    Object.values(openApi.paths).flatMap((item) =>
      METHODS.flatMap((method) => (item[method]?.['x-needs'] ? [item[method].operationId] : [])),
    ),
  );
  await rm(folder, { recursive: true });
});

it('shows every error key', async () => {
  const { page } = await open('/docs/api');
  await page.locator('#errors').waitFor();
  const keys = await page.locator('#errors tbody th').allTextContents();
  expect(keys).toEqual(Object.keys(catalogue));
});
