import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { GatewayError } from '#kernel';
import { aCall, anInterceptor } from '../testing/a-call.js';

/**
 * Requests that were recorded with real providers. They are kept outside of this repository:
 * `GW_FIXTURES` names the folder, and without it nothing is collected here.
 */
const FOLDER = process.env['GW_FIXTURES'];
/** Base64 of a PDF, a file of text, a film. */
const DOCUMENT = /JVBERi0|data:text\/plain;base64|Z0eXBtcDQy/;

const requests = (folder: string): (readonly [name: string, body: object])[] =>
  readdirSync(join(folder, 'providers'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const recorded = JSON.parse(readFileSync(join(folder, 'providers', name), 'utf8')) as {
        readonly request?: { readonly body?: unknown };
      };
      const body = recorded.request?.body;
      return typeof body === 'object' && body !== null ? [[name, body] as const] : [];
    });

const protocolOf = (body: object) => ('input' in body ? 'native' : 'chat');

async function isRefused(body: object): Promise<boolean> {
  const entered = anInterceptor().enter(aCall('tokenize', body, { protocol: protocolOf(body) }));
  const refusal = await Promise.resolve(entered).then(null, ({ key }: GatewayError) => key);
  return refusal === 'document_unscannable';
}

const all = FOLDER === undefined ? [] : requests(FOLDER);

it('knows recorded requests, or none when GW_FIXTURES is not set', () => {
  expect(all.length > 500).toBe(FOLDER !== undefined);
});

it('of all recorded requests those with a document are refused, and no other', async () => {
  const unexpected: string[] = [];
  for (const [name, body] of all) {
    if ((await isRefused(body)) !== DOCUMENT.test(JSON.stringify(body))) unexpected.push(name);
  }
  expect(unexpected).toEqual([]);
});
