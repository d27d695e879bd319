import { afterAll, beforeEach, expect, it } from 'vitest';
import { startGateway } from '../support/gateway.js';
import { sendRaw, type Answer } from '../support/http.js';
import { json, ReplayServer } from '../support/replay-server.js';
import { PRICE } from '../support/settings.js';
import { CARD, IBAN, isIn, MAIL, NUMBERS, TERM, WRITINGS } from './canaries.js';
import { Tally } from './tally.js';

/** Canaries everywhere but in a JSON body: in forms, in the path, in the query and in headers. */

const provider = await ReplayServer.start();
const MODES = ['mask', 'tokenize', 'block', 'allow_log'] as const;
type Mode = (typeof MODES)[number];
const gateway = await startGateway({
  organisation: { share_ids: true },
  providers: [
    { name: 'plain', base_url: `${provider.url}/v1`, models: [{ id: 'm-1', price: PRICE }] },
  ],
  workloads: MODES.map((mode) => ({ name: mode, forward: ['/v1/**'], protection: { mode } })),
});
afterAll(() => provider.close());
beforeEach(() => {
  provider.answer = () => json({ id: 'x', usage: { prompt_tokens: 1, completion_tokens: 1 } });
});

const GW = JSON.stringify({ remove: [TERM] });

interface Sent {
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly type: string;
  readonly body: string;
}

/** What was sent on, by every way that something can be said in a request. */
async function passOn({ target, headers = {}, type, body }: Sent, mode: Mode) {
  provider.received.length = 0;
  const head = Object.entries({
    host: 'gateway',
    connection: 'close',
    'x-gw-provider': 'plain',
    authorization: `Bearer ${gateway.key(mode)}`,
    'content-type': type,
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  const bytes = [`POST ${target} HTTP/1.1`, ...head, '', body].join('\r\n');
  const answer: Answer = await sendRaw(gateway.url, bytes);
  const sent = provider.received.map(({ path, headers: passed, body: text }) =>
    [path, JSON.stringify(passed), text.toString()].join('\n'),
  );
  return { status: answer.status, sent: sent.join('\n') };
}

const BOUNDARY = 'b';
const part = (head: string, value: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`;
const aForm = (more: string): Sent => ({
  target: '/v1/audio/transcriptions',
  type: `multipart/form-data; boundary=${BOUNDARY}`,
  body: `${part('name="gw"', GW)}${part('name="model"', 'plain/m-1')}${more}--${BOUNDARY}--\r\n`,
});
const aFile = (head: string) => part(head, 'x');
const aCall = (target: string, headers: Sent['headers'] = {}): Sent => ({
  target,
  headers,
  type: 'application/json',
  body: JSON.stringify({ gw: JSON.parse(GW), model: 'plain/m-1', input: 'x' }),
});

const uri = encodeURIComponent;
/** Where a line has to stay one. */
const inLine = (text: string) =>
  text.replaceAll(/=?\r?\n|\r/g, (end) => (end.startsWith('=') ? '' : ' '));

const PLACES: Readonly<Record<string, (written: string) => Sent>> = {
  'a field': (written) => aForm(part('name="prompt"', written)),
  'an unknown field': (written) => aForm(part('name="x_unknown"', written)),
  'one item of a list': (written) => aForm(part('name="include[]"', written)),
  'the name of a field': (written) => aForm(part(`name="${inLine(written)}"`, 'x')),
  'the end of a field’s name': (written) => aForm(part(`name="x[${inLine(written)}]"`, 'x')),
  'the name of a file': (written) => aForm(aFile(`name="file"; filename="${inLine(written)}.mp3"`)),
  'the field of a file': (written) => aForm(aFile(`name="${inLine(written)}"; filename="a.mp3"`)),
  'the type of a part': (written) =>
    aForm(aFile(`name="file"; filename="a"\r\nContent-Type: audio/mpeg; x="${inLine(written)}"`)),
  'another header of a part': (written) =>
    aForm(aFile(`name="file"; filename="a"\r\nContent-Description: ${inLine(written)}`)),
  'a header after the type': (written) =>
    aForm(aFile(`name="file"; filename="a"\r\nContent-ID: <${inLine(written)}>`)),
  'a value of the query': (written) => aCall(`/v1/responses?x=${uri(written)}`),
  'an item of the query': (written) => aCall(`/v1/responses?x[]=1&x[]=${uri(written)}`),
  'a name of the query': (written) => aCall(`/v1/responses?${uri(written)}=1`),
  'a name in brackets': (written) => aCall(`/v1/responses?x[${uri(written)}]=1`),
  'a name without a value': (written) => aCall(`/v1/responses?${uri(written)}`),
  'a query of a chat': (written) => ({
    ...aCall(`/v1/chat/completions?x=${uri(written)}`),
    body: JSON.stringify({
      gw: JSON.parse(GW),
      model: 'plain/m-1',
      messages: [{ role: 'user', content: 'x' }],
    }),
  }),
  'an id of the path': (written) => aCall(`/v1/responses/${uri(written)}/cancel`),
  'the end of a path': (written) => aCall(`/v1/conversations/${uri(written)}`),
  'a word behind an id': (written) => aCall(`/v1/conversations/conv-12345678/${uri(written)}`),
  'the header accept': (written) =>
    aCall('/v1/responses', { accept: `application/json;x=${uri(inLine(written))}` }),
  'the subtype of accept': (written) =>
    aCall('/v1/responses', { accept: `audio/${inLine(written).replaceAll(' ', '-')}` }),
  'the header openai-beta': (written) =>
    aCall('/v1/responses', { 'openai-beta': inLine(written).replaceAll(' ', '-') }),
  'a value of openai-beta': (written) =>
    aCall('/v1/responses', { 'openai-beta': `x=${inLine(written).replaceAll(' ', '_')}` }),
  'any other header': (written) => aCall('/v1/responses', { 'x-about': inLine(uri(written)) }),
  'the user agent': (written) => aCall('/v1/responses', { 'user-agent': uri(written) }),
  'a cookie': (written) => aCall('/v1/responses', { cookie: uri(written) }),
};

it('a call without a canary passes at each place, or its refusals would prove nothing', async () => {
  const refused: string[] = [];
  for (const [name, at] of Object.entries(PLACES)) {
    const { status, sent } = await passOn(at('abc'), 'mask');
    if (status >= 400 || sent === '') refused.push(name);
  }
  expect(refused).toEqual([]);
});

it('a canary beside a JSON body, in every encoding', async ({ task }) => {
  const tally = new Tally();
  const written = [MAIL, IBAN, CARD, TERM].flatMap((value) =>
    Object.entries({ ...WRITINGS, ...(value === TERM || value === MAIL ? {} : NUMBERS) }).map(
      ([name, encode]) => ({ name, value, text: encode(value) }),
    ),
  );
  for (const [place, at] of Object.entries(PLACES)) {
    for (const { name, value, text } of written) {
      // In allow_log only what the caller names is taken out.
      for (const mode of value === TERM ? MODES : MODES.slice(0, 3)) {
        const { status, sent } = await passOn(at(text), mode);
        const isThrough = isIn(sent, value);
        const fate = status >= 400 ? 'refused' : 'replaced';
        tally.count(
          `${mode}: ${value.slice(0, 4)} as ${name} in ${place}`,
          isThrough ? 'through' : fate,
        );
      }
    }
  }
  tally.expectNoneThrough(task);
});
