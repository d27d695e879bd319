import { afterAll, expect, it } from 'vitest';
import { json } from '../support/replay-server.js';
import { answerWith } from './answers.js';
import { filled, MIB, Sweep, sweptBytes, type Mode } from './sweep.js';

const BODY_BYTES = sweptBytes(32 * MIB);
// The aim is 50 ms, and 47 the most that was seen; a machine that is slower, or busy, takes more. What stands out
// takes seconds. CPU time of the turn, not wall time: what others take from a machine is not ours.
const MS_MAX = 100;

const sweep = await Sweep.start();
sweep.provider.answer = () => json(answerWith('ok'));
afterAll(() => sweep.stop());

/** A chat of the largest size that is filled with one thing. */
const chat = (before: string, fill: string | ((at: number) => string), after: string): Buffer =>
  filled(BODY_BYTES, `{"model":"plain/m-1","max_tokens":5,${before}`, fill, after);

const inMessage = (fill: string | ((at: number) => string)) =>
  chat('"messages":[{"role":"user","content":"', fill, '"}]}');
const inMetadata = (fill: string, last: string) =>
  chat('"messages":[{"role":"user","content":"x"}],"metadata":[', fill, `${last}]}`);
const upTo = (count: number, fill: (at: number) => string) => (at: number) =>
  at < count ? fill(at) : ' '.repeat(BODY_BYTES);

const MAIL = (at: number) => `u${at}@example.com`;
const TERMS = Array.from({ length: 199 }, (_, at) => 'a'.repeat(at + 2));

const BODIES: Readonly<Record<string, () => Buffer>> = {
  'one string': () => inMessage('word and '),
  'one string of spaces': () => inMessage(' '),
  'one string, not ASCII': () => inMessage('żółć '),
  'one string, emoji': () => inMessage('😀'),
  'one string of line breaks': () => inMessage('\\n'),
  'one string of \\u escapes': () => inMessage('\\u0061'),
  'one string of backslashes': () => inMessage('\\\\'),
  'one string of nested escapes': () => inMessage('\\\\\\\\u0040'),
  'percent-encoded': () => inMessage('%61'),
  'HTML references': () => inMessage('&#97;'),
  'mathematical letters': () => inMessage('𝐚'),
  'full width': () => inMessage('ａ'),
  'zero width': () => inMessage('a\u200b'),
  'as many e-mails as may be in one message': () =>
    inMessage((at) => (at < 99_999 ? `${MAIL(at)} ` : 'xxxx yyyy ')),
  'many e-mails in one message': () => inMessage((at) => `${MAIL(at)} `),
  'one e-mail many times': () => inMessage('u@example.com '),
  'escaped e-mails': () => inMessage((at) => `u${at}\\\\u0040example.com `),
  cards: () => inMessage('4111 1111 1111 1111, '),
  IBANs: () => inMessage('DE89 3704 0044 0532 0130 00, '),
  digits: () => inMessage('4'),
  'at signs': () => inMessage('a@'),
  'words like pseudonyms': () => inMessage((at) => (at === 0 ? 'u@example.com ' : 'EMAIL_7KQ2MZ ')),
  'letters in cells': () => inMessage('| a '),
  'upper-case words': () => inMessage((at) => (at === 0 ? 'u@example.com ' : 'AB_')),
  '100k messages of one e-mail': () =>
    chat(
      '"messages":[',
      upTo(100_000, (at) => `{"role":"user","content":"${MAIL(at)}"},`),
      '{"role":"user","content":"x"}]}',
    ),
  messages: () =>
    chat(
      '"messages":[',
      upTo(160_000, () => '{"role":"user","content":"x"},'),
      '{"role":"user","content":"x"}]}',
    ),
  'parts of one message': () =>
    chat(
      '"messages":[{"role":"user","content":[',
      upTo(160_000, () => '{"type":"text","text":"x"},'),
      '{"type":"text","text":"x"}]}]}',
    ),
  tools: () =>
    chat(
      '"messages":[{"role":"user","content":"x"}],"tools":[',
      upTo(120_000, (at) => `{"type":"function","function":{"name":"f${at}"}},`),
      '{"type":"function","function":{"name":"f"}}]}',
    ),
  'tools of a provider': () =>
    chat(
      '"messages":[{"role":"user","content":"x"}],"tools":[',
      upTo(100_000, () => '{"type":"x","a":{"b":[1]}},'),
      '{"type":"x"}]}',
    ),
  'tool calls': () =>
    chat(
      '"messages":[{"role":"assistant","tool_calls":[',
      upTo(
        80_000,
        (at) => `{"id":"c${at}","type":"function","function":{"name":"f","arguments":"{}"}},`,
      ),
      '{"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}]}]}',
    ),
  // As in a few hundred embeddings; collecting twice as many takes the collector itself too long.
  numbers: () => inMetadata('1,', '1'),
  'as many numbers as may be': () => inMetadata(`${' '.repeat(64)}1,`, '1'),
  'card numbers': () => inMetadata(`${' '.repeat(54)}4111111111111111,`, '1'),
  'short strings': () => inMetadata(`${' '.repeat(64)}"a",`, '1'),
  'empty objects': () => inMetadata(`${' '.repeat(64)}{},`, '1'),
  objects: () => inMetadata(`${' '.repeat(120)}{"a":1},`, '1'),
  'deep nesting': () => inMetadata(`${'['.repeat(60)}${']'.repeat(60)},`, '1'),
  'deep nesting, as many as may be': () =>
    inMetadata(`${' '.repeat(4_000)}${'['.repeat(60)}${']'.repeat(60)},`, '1'),
  'keys that hold e-mails': () =>
    chat(
      '"messages":[{"role":"user","content":"x"}],"metadata":{',
      upTo(9_990, (at) => `"${MAIL(at)}":${' '.repeat(3_000)}1,`),
      '"a":1}}',
    ),
  keys: () =>
    chat(
      '"messages":[{"role":"user","content":"x"}],"metadata":[',
      upTo(49, () => `{${Array.from({ length: 10_000 }, (_, key) => `"k${key}":1`).join(',')}},`),
      '1]}',
    ),
  'long keys': () =>
    chat('"messages":[{"role":"user","content":"x"}],"metadata":{"', 'k@a.de ', '":1}}'),
  'JSON in a string': () => inMessage((at) => `${at === 0 ? '[' : ','}{\\"a\\":\\"${MAIL(at)}\\"}`),
  'cards as numbers of JSON in a string': () =>
    inMessage((at) => (at === 0 ? '[' : at < 90_000 ? '4111111111111111,' : '1,')),
  'JSON in JSON in a string': () =>
    inMessage((at) => `{\\"a\\":\\"{\\\\\\"b\\\\\\":\\\\\\"${MAIL(at)}\\\\\\"}\\"}`),
  'a file of base64': () =>
    chat(
      `"messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,iVBORw0K`,
      'AAAA',
      '"}}]}]}',
    ),
  'base64 of a text': () => inMessage('YWFhIHdvcmQg'),
  'base64 that nobody reads': () => inMessage('aB3/'),
  'paths, or base64': () => inMessage('abcdefghijkl/MNOPabcdefghijklmn '),
  'tags of HTML': () => inMessage('<b>a</b>'),
  'emphasis of Markdown': () => inMessage('*a'),
  'quoted names': () => inMessage('\\"@'),
  'claims of files': () => inMessage('base64,'),
  hexadecimal: () => inMessage('0f'),
  'nested terms': () =>
    chat(
      `"gw":{"remove":${JSON.stringify(TERMS)}},"messages":[{"role":"user","content":"`,
      'a',
      '"}]}',
    ),
  'nested terms, apart': () =>
    chat(
      `"gw":{"remove":${JSON.stringify(TERMS)}},"messages":[{"role":"user","content":"`,
      `${'a'.repeat(199)} `,
      '"}]}',
    ),
  'as many terms as may be': () =>
    chat(
      `"gw":{"remove":["ab"]},"messages":[{"role":"user","content":"`,
      (at) => (at < 99_999 ? 'ab ' : 'xxxx yyyy '),
      '"}]}',
    ),
  'terms everywhere': () =>
    chat(`"gw":{"remove":["ab"]},"messages":[{"role":"user","content":"`, 'ab ', '"}]}'),
  'not UTF-8': () => Buffer.concat([inMessage('é').subarray(0, -5), Buffer.from([0xff])]),
  'no ASCII, not UTF-8': () => Buffer.alloc(BODY_BYTES, 0x80),
  'no JSON': () => Buffer.alloc(BODY_BYTES, '['),
};

it.for(Object.entries(BODIES))('request: %s', async ([, make], { task }) => {
  const body = make();
  expect(body.length).toBeLessThanOrEqual(BODY_BYTES);
  await sweep.judge(task, () => sweep.send('/v1/chat/completions', body), MS_MAX);
});

const OTHER_MODES: readonly Mode[] = ['mask', 'block', 'allow_log'];
const FOUND = [
  'as many e-mails as may be in one message',
  'many e-mails in one message',
  'one e-mail many times',
  'words like pseudonyms',
  '100k messages of one e-mail',
  'keys that hold e-mails',
  'cards as numbers of JSON in a string',
  'as many terms as may be',
];
const inModes = OTHER_MODES.flatMap((mode) => FOUND.map((name) => [mode, name] as const));

it.for(inModes)('request, %s: %s', async ([mode, name], { task }) => {
  const body = BODIES[name]?.() ?? Buffer.alloc(0);
  await sweep.judge(task, () => sweep.send('/v1/chat/completions', body, mode), MS_MAX);
});
