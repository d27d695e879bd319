import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { FAMILIES } from '#providers';
import { readSettingsFile } from '#workloads';
import { ROOT } from '../../support/build.js';
import { startGateway } from '../../support/gateway.js';
import { isRun, PAGES, SNIPPETS, snippetsOf, type Snippet } from '../../support/snippets.js';

/** What a settings file has at its top. */
const TOP: ReadonlySet<string> = new Set([
  'apiVersion',
  'organisation',
  'providers',
  'workloads',
  'aliases',
  'exchange_rates',
]);

/** A page shows what it is about; a file has providers besides. */
const SOMEBODY = ['openai', 'anthropic', 'mistral'].map((name) => ({
  name,
  family: name,
  secret: { env: 'KEY' },
}));

/** Why a block may not be run: it needs an account of a provider, what is no part of a checkout, or minutes. */
const REASONS: readonly string[] = ['account', 'installation', 'minutes'];
/** What runs or reads all blocks of a language, but for those that a comment takes out. */
const DONE_WITH: Readonly<Record<string, string>> = {
  sh: 'shell.e2e.test.ts',
  ts: 'test/compat/snippets.compat.test.ts',
  yaml: 'below, as settings',
  json: 'below',
  '': 'a drawing, or a line of a format',
};
const COMMAND = /^(?:\$ |npx |npm |curl |gw |export )/m;

const placed = (those: readonly Snippet[]) =>
  those.map((one) => [`${one.page}:${one.line}`, one] as const);

it.each(placed(SNIPPETS))('%s is run, read, or says why not', (_, snippet) => {
  if (snippet.notRun !== undefined) expect(REASONS).toContain(snippet.notRun);
  else if (snippet.runBy !== undefined) {
    expect(snippet.runBy).toMatch(/\.test\.ts$/);
    expect(existsSync(join(ROOT, snippet.runBy))).toBe(true);
  } else expect(Object.keys(DONE_WITH)).toContain(snippet.language);
  if (snippet.language === '') expect(snippet.text).not.toMatch(COMMAND);
});

it.each(PAGES)('no fence of %s is written so that it is not seen', async (page) => {
  const fences = (await readFile(join(ROOT, page), 'utf8')).match(/^\s*(?:```|~~~)/gm) ?? [];
  const own = SNIPPETS.filter((one) => one.page === page);
  const outputs = own.filter(({ output }) => output !== undefined);
  expect(fences).toHaveLength(2 * (own.length + outputs.length));
});

const settings = SNIPPETS.filter((one) => one.language === 'yaml' && isRun(one));

it.each(placed(settings))('the settings at %s are taken', (_, { text }) => {
  const value = parse(text) as Record<string, unknown>;
  expect(Object.keys(value).filter((key) => !TOP.has(key))).toEqual([]);
  const organisation = { name: 'Example', ...(value['organisation'] as object | undefined) };
  const whole = { apiVersion: 'gw/v1', providers: SOMEBODY, ...value, organisation };
  readSettingsFile(stringify(whole), FAMILIES);
});

it.each(placed(SNIPPETS.filter(({ language }) => language === 'json')))(
  '%s is JSON',
  (_, { text }) => {
    expect(JSON.parse(text)).toBeTypeOf('object');
  },
);

it('guides name the versions that are tried', async () => {
  const locks = ['test/compat/package.json', 'test/compat/agents/package.json'];
  const tried = await Promise.all(
    locks.map(async (lock) => {
      const text = await readFile(join(ROOT, lock), 'utf8');
      return Object.values((JSON.parse(text) as { dependencies: object }).dependencies);
    }),
  );
  const named: string[] = [];
  for (const page of PAGES.filter((one) => one.startsWith('docs/guides/'))) {
    const text = await readFile(join(ROOT, page), 'utf8');
    named.push(...(text.match(/(?<![\d.])\d+\.\d+\.\d+(?![\d.]*\.\d)(?!:)/g) ?? []));
  }
  expect(named.length).toBeGreaterThan(9);
  expect(named.filter((version) => !tried.flat().includes(version))).toEqual([]);
});

describe('the errors of errors.md are what is answered', async () => {
  const gateway = await startGateway({
    workloads: [{ name: 'default', allowed_models: ['sandbox/echo'] }],
  });
  const [chat, messages, gemini] = await snippetsOf('docs/errors.md');
  const turn = { role: 'user', content: 'Hello' };
  const asked = { model: 'sandbox/small', max_tokens: 10, messages: [turn] };
  const contents = [{ role: 'user', parts: [{ text: 'Hello' }] }];

  it.each([
    ['chat', '/v1/chat/completions', asked, chat],
    ['messages', '/v1/messages', asked, messages],
    ['Gemini', '/v1beta/models/sandbox/small:generateContent', { contents }, gemini],
  ])('in the format of %s', async (_, path, body, shown) => {
    const answer = (await gateway.post(path, body)).json<{ request_id?: string }>();
    const expected = JSON.parse(shown?.text ?? '') as { request_id?: string };
    if (expected.request_id) expect(answer.request_id).toMatch(/^[\da-f-]{36}$/);
    expect({ ...answer, request_id: undefined }).toEqual({ ...expected, request_id: undefined });
  });
});
