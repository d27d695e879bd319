import { afterAll, expect, it } from 'vitest';
import { startGateway } from '../../support/gateway.js';
import { events, ReplayServer } from '../../support/replay-server.js';
import { PRICE } from '../../support/settings.js';

const provider = await ReplayServer.start();
const gateway = await startGateway({
  providers: [
    { name: 'plain', base_url: `${provider.url}/v1`, models: [{ id: 'm-1', price: PRICE }] },
  ],
  workloads: [{ name: 'tokenize', protection: { mode: 'tokenize' } }],
});
afterAll(() => provider.close());

const VALUE = 'ann@example.org';
const REQUEST = {
  model: 'plain/m-1',
  stream: true,
  messages: [{ role: 'user', content: VALUE }],
  input: VALUE,
};

const chunk = (content: string) => ({ id: 'c', choices: [{ index: 0, delta: { content } }] });
const delta = (text: string) => ({ type: 'response.output_text.delta', item_id: 'm', delta: text });

interface Told {
  readonly choices?: readonly { readonly delta: { readonly content: string } }[];
  readonly delta?: string;
  readonly error?: { readonly code: string };
  readonly response?: { readonly error: { readonly code: string } };
}

it.each([
  ['a chat', '/v1/chat/completions', chunk],
  ['a forwarded stream', '/v1/responses', delta],
] as const)(
  'a connection that the provider resets gives what was held of %s, and no piece of a pseudonym',
  async (_, path, frameOf) => {
    for (const [end, expected] of [
      [() => 'an EMAIL', 'an EMAIL'],
      [(word: string) => `see ${word.slice(0, 9)}`, 'see '],
    ] as const) {
      provider.answer = ({ body }) => {
        const [word = ''] = /EMAIL_\w{6}/.exec(body.toString()) ?? [];
        const pieces = [`To ${word}: `, end(word)].map((text) =>
          Buffer.from(`data: ${JSON.stringify(frameOf(text))}\n\n`),
        );
        return events(pieces, { isCut: true });
      };
      const { text, headers } = await gateway.post(path, REQUEST, { workload: 'tokenize' });
      const told = [...text.matchAll(/^data: (.*)$/gm)].map(
        ([, payload = '']) => JSON.parse(payload) as Told,
      );
      const said = told.map((one) => one.choices?.[0]?.delta.content ?? one.delta ?? '').join('');
      expect(said).toBe(`To ${VALUE}: ${expected}`);
      const last = told.at(-1)?.response ?? told.at(-1);
      expect(last?.error?.code).toBe('upstream_error');
      const entry = await gateway.records.entry(String(headers['request-id']));
      expect(entry).toMatchObject({ type: 'call', outcome: 'error', ended_by: 'error' });
    }
  },
);
