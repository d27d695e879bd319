import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { FAMILIES } from '#providers';
import { readSettingsFile } from '#workloads';
import { ROOT } from '../../support/build.js';

const PAGES = [
  'README.md',
  ...(await readdir(join(ROOT, 'docs')))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];
const BLOCK = /^```yaml\n([^]*?)^```/gm;
/** What a settings file has at its top. */
const TOP: ReadonlySet<string> = new Set([
  'apiVersion',
  'organisation',
  'providers',
  'workloads',
  'aliases',
  'exchange_rates',
]);

/** A page shows what it is about; a file has a provider besides. */
const SOMEBODY = {
  name: 'somebody',
  family: 'custom',
  base_url: 'https://models.example.com/v1',
  models: [{ id: 'a', price: 'free' }],
};

interface Snippet {
  readonly page: string;
  readonly line: number;
  readonly text: string;
}

async function snippetsOf(page: string): Promise<readonly Snippet[]> {
  const text = await readFile(join(ROOT, page), 'utf8');
  return [...text.matchAll(BLOCK)].map((match) => ({
    page,
    line: text.slice(0, match.index).split('\n').length,
    text: match[1] ?? '',
  }));
}

const snippets = (await Promise.all(PAGES.map(snippetsOf))).flat();
const settings = snippets.flatMap((snippet) => {
  const value = parse(snippet.text) as Record<string, unknown> | null;
  const isSettings =
    value !== null && typeof value === 'object' && Object.keys(value).every((key) => TOP.has(key));
  return isSettings ? [[`${snippet.page}:${snippet.line}`, value] as const] : [];
});

describe('settings in the documentation', () => {
  it('are there', () => {
    expect(settings.length).toBeGreaterThan(6);
  });

  it.each(settings)('are taken: %s', (_, value) => {
    const organisation = { name: 'Example', ...(value['organisation'] as object | undefined) };
    const whole = { apiVersion: 'gw/v1', providers: [SOMEBODY], ...value, organisation };
    readSettingsFile(stringify(whole), FAMILIES);
  });
});
