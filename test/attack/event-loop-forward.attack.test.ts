import { afterAll, it } from 'vitest';
import { json } from '../support/replay-server.js';
import { filled, MIB, Sweep, swept, sweptBytes, type Mode } from './sweep.js';

const BODY_BYTES = sweptBytes(32 * MIB);
const FORM_BYTES = swept(64 * MIB, 16 * MIB);
const FIELD_BYTES = MIB - 1_024;
const MS_MAX = 100; // The aim is 50; a busy machine takes up to twice as much.

const sweep = await Sweep.start();
sweep.provider.answer = () => json({ object: 'list', data: [] });
afterAll(() => sweep.stop());

type Fill = string | ((at: number) => string);
const MAIL = (at: number) => `u${at}@example.com`;
const upTo = (count: number, fill: (at: number) => string) => (at: number) =>
  at < count ? fill(at) : ' '.repeat(BODY_BYTES);
const input = (before: string, fill: Fill, after: string): Buffer =>
  filled(BODY_BYTES, `{"model":"plain/m-1","input":${before}`, fill, `${after}}`);

const BODIES: Readonly<Record<string, readonly [path: string, make: () => Buffer]>> = {
  'one text': ['embeddings', () => input('"', 'word and ', '"')],
  'a text full of e-mails': ['embeddings', () => input('"', (at) => `${MAIL(at)} `, '"')],
  'as many e-mails as may be': [
    'embeddings',
    () => input('"', (at) => (at < 99_999 ? `${MAIL(at)} ` : 'xxxx yyyy '), '"'),
  ],
  texts: [
    'embeddings',
    () =>
      input(
        '[',
        upTo(490_000, () => '"a b c d e",'),
        '"a"]',
      ),
  ],
  'texts of e-mails': [
    'embeddings',
    () =>
      input(
        '[',
        upTo(99_000, (at) => `"${MAIL(at)}",`),
        '"a"]',
      ),
  ],
  tokens: [
    'embeddings',
    () =>
      input(
        '[',
        upTo(499_000, (at) => `${at},`),
        '1]',
      ),
  ],
  'batches of tokens': [
    'embeddings',
    () =>
      input(
        '[',
        upTo(4_000, () => `[${'12345,'.repeat(120)}1],`),
        '[1]]',
      ),
  ],
  'a text of a response': ['responses', () => input('"', 'word and ', '"')],
  'items of a response': [
    'responses',
    () =>
      input(
        '[',
        upTo(150_000, () => '{"role":"user","content":"a"},'),
        '{}]',
      ),
  ],
  'items with parts': [
    'responses',
    () =>
      input(
        '[',
        upTo(80_000, () => '{"role":"user","content":[{"type":"input_text","text":"a"}]},'),
        '{}]',
      ),
  ],
  'references to objects': [
    'responses',
    () =>
      input(
        '[',
        upTo(150_000, (at) => `{"type":"item_reference","id":"i${at}"},`),
        '{}]',
      ),
  ],
  'outputs of tools': [
    'responses',
    () =>
      input(
        '[',
        upTo(90_000, (at) => `{"type":"function_call_output","call_id":"c","output":"${at}"},`),
        '{}]',
      ),
  ],
  'tools of a response': [
    'responses',
    () =>
      input(
        '"a","tools":[',
        upTo(110_000, (at) => `{"type":"function","name":"f${at}"},`),
        '{}]',
      ),
  ],
  'members that nobody knows': [
    'responses',
    () =>
      input(
        '"a","x":[',
        upTo(160_000, () => '{"a":{"b":"c d"}},'),
        '{}]',
      ),
  ],
  'many members': [
    'moderations',
    () =>
      input(
        '"a","x":{',
        upTo(9_990, (at) => `"k${at}":"${'a '.repeat(1_500)}",`),
        '"z":1}',
      ),
  ],
};

const MODES: readonly Mode[] = ['tokenize', 'mask', 'block'];
const cases = Object.entries(BODIES).flatMap(([name, body]) =>
  MODES.map((mode) => [name, mode, ...body] as const),
);

it.for(cases)('forwarded: %s, %s', async ([, mode, path, make], { task }) => {
  const body = make();
  await sweep.judge(task, () => sweep.send(`/v1/${path}`, body, mode), MS_MAX);
});

const BOUNDARY = 'b'.repeat(20);
const part = (name: string, content: string | Buffer, file = ''): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file && `; filename="${file}"`}\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
const form = (...parts: readonly Buffer[]): Buffer =>
  Buffer.concat([part('model', 'plain/m-1'), ...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
const field = (fill: Fill): Buffer => filled(FIELD_BYTES, '', fill, '');
const fourOf = (fill: Fill): Buffer =>
  form(
    ...Array.from({ length: 4 }, (_, at) => part(`f${at}`, field(fill).subarray(0, FIELD_BYTES))),
  );
const fileOf = (fill: Fill): Buffer =>
  form(part('file', filled(FORM_BYTES - 1_024, '', fill, ''), 'a.mp3'));

const FORMS: Readonly<Record<string, () => Buffer>> = {
  'a file': () => fileOf('a'),
  'a file of line ends': () => fileOf('\r\n'),
  'a file of almost delimiters': () => fileOf(`\r\n--${BOUNDARY.slice(1)}`),
  'fields of text': () => fourOf('word and '),
  'fields of e-mails': () => fourOf((at) => `${MAIL(at)} `),
  'fields of one e-mail': () => fourOf('u@example.com '),
  'fields that are not ASCII': () => fourOf('żółć '),
  'as many parts as may be': () =>
    form(...Array.from({ length: 126 }, (_, at) => part(`f${at}`, 'u@example.com '.repeat(700)))),
  'more parts than may be': () =>
    form(...Array.from({ length: 100_000 }, (_, at) => part(`f${at}`, ''))),
  'a long head': () => form(part('a'.repeat(16_000), 'a')),
};

it.for(Object.entries(FORMS))('form: %s', async ([, make], { task }) => {
  const body = make();
  const type = `multipart/form-data; boundary=${BOUNDARY}`;
  const mode: Mode = body.length > 8 * MIB ? 'allow_log' : 'tokenize'; // Files are unscannable.
  const send = () => sweep.send('/v1/audio/transcriptions', body, mode, type);
  await sweep.judge(task, send, MS_MAX);
});
