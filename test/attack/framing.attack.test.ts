import { expect, it } from 'vitest';
import { startGateway } from '../support/gateway.js';
import { sendRaw } from '../support/http.js';
import { Tally } from './tally.js';

const gateway = await startGateway();

const CHAT = JSON.stringify({
  model: 'sandbox/small',
  messages: [{ role: 'user', content: 'in front' }],
});
const SMUGGLED = JSON.stringify({
  model: 'sandbox/small',
  messages: [{ role: 'user', content: 'smuggled-7f3a' }],
});

const post = (lines: readonly string[], body: string) =>
  [`POST /v1/chat/completions HTTP/1.1`, 'Host: gateway', ...authorised(), ...lines, '', body].join(
    '\r\n',
  );
const authorised = () => [
  `Authorization: Bearer ${gateway.key()}`,
  'Content-Type: application/json',
];

const inner = () => post([`Content-Length: ${SMUGGLED.length}`, 'Connection: close'], SMUGGLED);
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;

const CODINGS = ['chunked', ' chunked', 'chunked ', 'Chunked', 'xchunked', 'chunked, identity'];
const MORE_CODINGS = ['identity', 'gzip, chunked', 'chunked, chunked', '"chunked"', 'chunked;q=1'];
const SPELLINGS = ['Transfer-Encoding: ', 'Transfer-Encoding:', 'Transfer-Encoding :'];
const MORE_SPELLINGS = ['Transfer_Encoding: ', ' Transfer-Encoding: ', 'Transfer-Encoding:\t'];
const LENGTHS = [
  (n: number) => [`Content-Length: ${n}`],
  (n: number) => [`Content-Length: ${n}`, `Content-Length: ${n}`],
  (n: number) => [`Content-Length: ${n}`, 'Content-Length: 0'],
  (n: number) => [`Content-Length: ${n}, 0`],
  (n: number) => [`Content-Length: +${n}`],
  (n: number) => [`Content-Length: 0x${n.toString(16)}`],
  (n: number) => [`X: y`, ` Content-Length: ${n}`],
  () => [],
];

/** Where the first message ends is told twice, differently: what follows must not become a call. */
it('a second call in the body of the first', async ({ task }) => {
  const tally = new Tally();
  for (const coding of [null, ...CODINGS, ...MORE_CODINGS]) {
    for (const spelling of coding === null ? [''] : [...SPELLINGS, ...MORE_SPELLINGS]) {
      for (const [at, lengths] of LENGTHS.entries()) {
        const name = `${spelling}${coding} with length ${at}`;
        const framed = coding === null ? CHAT : chunk(CHAT);
        const codingLines = coding === null ? [] : [`${spelling}${coding}`];
        for (const counted of [framed, framed + inner()]) {
          const lines = [...codingLines, ...lengths(counted.length), 'Connection: close'];
          await gateway.sandbox.clear();
          const answer = await sendRaw(gateway.url, post(lines, framed + inner()));
          const sent = await gateway.sandbox.requests();
          const isThrough = sent.some(({ body }) => body.includes('smuggled-7f3a'));
          const fate = answer.status === 200 ? 'harmless' : 'refused';
          tally.count(name, isThrough ? 'through' : fate);
        }
      }
    }
  }
  tally.expectNoneThrough(task);
  expect((await gateway.chat()).status).toBe(200);
});
