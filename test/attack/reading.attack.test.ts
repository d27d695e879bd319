import { expect, it } from 'vitest';
import { startGateway } from '../support/gateway.js';
import { sendRaw, type Answer } from '../support/http.js';
import { Tally, type Fate } from './tally.js';

/** Requests that one reader takes for one thing and the next for another. */

const gateway = await startGateway({
  workloads: [{ name: 'default' }, { name: 'open', forward: ['/v1/**', '/v1/batch/**'] }],
});

interface Raw {
  readonly line: string;
  readonly type?: string;
  readonly body?: string;
  readonly workload?: string;
}

function ask({ line, type, body = '', workload = 'default' }: Raw): Promise<Answer> {
  const head = [
    `${line} HTTP/1.1`,
    'host: gateway',
    'connection: close',
    'x-gw-provider: sandbox',
    `authorization: Bearer ${gateway.key(workload)}`,
    ...(type === undefined ? [] : [`content-type: ${type}`]),
    ...(body === '' ? [] : [`content-length: ${Buffer.byteLength(body)}`]),
  ];
  return sendRaw(gateway.url, `${head.join('\r\n')}\r\n\r\n${body}`);
}

const hex = (char: string) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`;
const swapCase = (char: string) =>
  char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase();

/** Each position of a word in each way to write it otherwise. */
function* spellings(word: string): Generator<string> {
  for (const change of [hex, swapCase, (char: string) => `%25${hex(char).slice(1)}`]) {
    for (let at = 0; at < word.length; at++) {
      yield word.slice(0, at) + change(word[at] ?? '') + word.slice(at + 1);
    }
  }
  yield word.toUpperCase();
  for (const more of ['', ';x', '%00', '%20', '%09', '.', '%2e', '?', '#', '\\', '%5c', '%2f']) {
    yield word + more;
  }
}

/** What the most generous of servers would make of a path. */
function generous(path: string): string {
  let text = path.split(/[?#]/, 1)[0] ?? '';
  for (let turn = 0; turn < 3; turn++) {
    try {
      text = decodeURIComponent(text);
    } catch {
      break; // As far as it goes.
    }
  }
  const segments = text
    .toLowerCase()
    .replaceAll('\\', '/')
    .split(/[/;\0]/);
  return `/${segments
    .map((segment) => segment.replaceAll(/[.\s]+$/g, ''))
    .filter(Boolean)
    .join('/')}`;
}

async function reached(forbidden: string): Promise<boolean> {
  const seen = await gateway.sandbox.requests();
  return seen.some(({ path }) => generous(path).includes(`/${forbidden}`));
}

it('a path that is forbidden, spelt otherwise', async ({ task }) => {
  const tally = new Tally();
  const closed = ['organization', 'realtime', 'engines', 'dashboard'];
  const cases = [
    ...closed.map((word) => ({ word, workload: 'open' })),
    ...['batches', 'fine_tuning'].map((word) => ({ word, workload: 'default' })),
  ];
  const around = [
    '/v1/',
    '/v1//',
    '/v1/./',
    '/v1/files/../',
    '/v1/%2e%2e/v1/',
    '/V1/',
    'http://x/v1/',
  ];
  for (const { word, workload } of cases) {
    const targets = [
      ...[...spellings(word)].map((spelling) => `/v1/${spelling}/x`),
      ...around.map((before) => `${before}${word}/x`),
    ];
    for (const target of targets) {
      for (const method of ['GET', 'POST']) {
        await gateway.sandbox.clear();
        const { status } = await ask({ line: `${method} ${target}`, workload });
        const isThrough = await reached(word);
        tally.count(`${method} ${target}`, fateOf(isThrough, status));
      }
    }
  }
  tally.expectNoneThrough(task);
});

it('a member that decides, beside itself in another spelling', async ({ task }) => {
  const tally = new Tally();
  const values: Readonly<Record<string, unknown>> = {
    model: 'sandbox/free',
    models: ['sandbox/free'],
    fallbacks: ['sandbox/free'],
    stream: true,
    n: 50,
    max_tokens: 100_000,
    background: true,
    service_tier: 'priority',
  };
  const others = [
    (name: string) => name,
    ...Array.from(
      { length: 8 },
      (_, at) => (name: string) =>
        at < name.length ? name.slice(0, at) + swapCase(name[at] ?? '') + name.slice(at + 1) : '',
    ),
    (name: string) => name.toUpperCase(),
    (name: string) => name.replace('s', 'ſ'),
    (name: string) => name.replace('k', '\u212a'),
    (name: string) => name.replaceAll(/_(.)/g, (_all, char: string) => char.toUpperCase()),
    (name: string) => name.replaceAll('_', '-'),
    (name: string) => `${name}[]`,
    (name: string) => `${name}[0]`,
    (name: string) => ` ${name}`,
    (name: string) => `${name} `,
  ];
  const escaped = (name: string) =>
    `\\u${(name.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}${name.slice(1)}`;
  const paths = {
    '/v1/chat/completions':
      '"messages":[{"role":"user","content":"x"}],"n":1,"stream":false,"max_tokens":1',
    '/v1/responses': '"input":"x","n":1,"stream":false,"max_tokens":1',
  };
  for (const [path, rest] of Object.entries(paths)) {
    for (const [name, value] of Object.entries(values)) {
      const keys = new Set(others.map((change) => change(name)).filter(Boolean));
      keys.add(escaped(name));
      for (const key of keys) {
        const isPlain = key === name && !['model', 'stream', 'n', 'max_tokens'].includes(name);
        if (isPlain && name === 'service_tier') continue;
        // Under its own name it is served there, and settled later.
        const isServed = name === 'background' && path === '/v1/responses';
        if (isServed && (isPlain || key === escaped(name))) continue;
        const body = `{"model":"sandbox/small",${rest},"${key}":${JSON.stringify(value)}}`;
        await gateway.sandbox.clear();
        const { status } = await ask({ line: `POST ${path}`, type: 'application/json', body });
        const [seen] = await gateway.sandbox.requests();
        const isThrough = seen?.body.includes(JSON.stringify(value)) ?? false;
        tally.count(
          `${key} at ${path}`,
          fateOf(isThrough && key !== escaped('service_tier'), status),
        );
      }
    }
  }
  tally.expectNoneThrough(task);
});

it('a part of a form whose head has two readings', async ({ task }) => {
  const tally = new Tally();
  const first = [
    'form-data; name="prompt"',
    'form-data; name=prompt',
    'form-data',
    'attachment; name="prompt"',
  ];
  const more = [
    '',
    '; name="model"',
    '; NAME="model"',
    "; name*=UTF-8''model",
    '; filename="x"',
    "; filename*=UTF-8''x",
    '; filename="x"; filename="y"',
    '\\"; name="model"',
    '; filename="x\\"; name=\\"model"',
    '; x="; name="model""',
    ';\r\n name="model"',
    '\r\nContent-Disposition: form-data; name="model"',
    '\r\ncontent-disposition : form-data; name="model"',
    '\nContent-Disposition: form-data; name="model"',
    '\rContent-Disposition: form-data; name="model"',
    '\r\nContent-Transfer-Encoding: base64',
    '\r\nContent-Type: multipart/mixed; boundary=c',
    '\r\nContent-Type: text/plain; charset=utf-16',
    '\r\nX-Other: 1',
  ];
  const ends = ['\r\n', '\n', '\r\n\r\n'];
  const part = (head: string, value: string) =>
    `--b\r\nContent-Disposition: ${head}\r\n\r\n${value}\r\n`;
  for (const start of first) {
    for (const rest of more) {
      for (const end of ends) {
        const evil = `--b\r\nContent-Disposition: ${start}${rest}${end}\r\nsandbox/free\r\n`;
        const body = `${part('form-data; name="model"', 'sandbox/transcribe')}${part('form-data; name="file"; filename="a.mp3"', 'x')}${evil}--b--\r\n`;
        await gateway.sandbox.clear();
        const { status } = await ask({
          line: 'POST /v1/audio/transcriptions',
          type: 'multipart/form-data; boundary=b',
          body,
        });
        const sent = (await gateway.sandbox.requests())[0]?.body ?? '';
        const heads = [...sent.matchAll(/--gw-[^\r]+\r\n((?:[^\r]+\r\n)+)\r\n/g)].map(
          ([, head]) => head ?? '',
        );
        const isOdd = heads.some(
          (head) =>
            !/^Content-Disposition: form-data; name="[^"\\\r\n]+"(?:; filename="[^"\\\r\n]+")?\r\n(?:Content-Type: [^\r\n]+\r\n)?$/.test(
              head,
            ),
        );
        const models = heads.filter((head) => /name="model"/i.test(head)).length;
        tally.count(`${start}${rest}${end}`, fateOf(isOdd || models > 1, status));
      }
    }
  }
  tally.expectNoneThrough(task);
});

it('another workload’s file, by every way to name it', async ({ task }) => {
  const tally = new Tally();
  const form = `--b\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nuser_data\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nx\r\n--b--\r\n`;
  const upload = { line: 'POST /v1/files', type: 'multipart/form-data; boundary=b', body: form };
  const { id } = (await ask(upload)).json<{ id: string }>();
  const targets = [...spellings(id)].flatMap((spelling) => [
    `GET /v1/files/${spelling}`,
    `DELETE /v1/files/${spelling}`,
    `GET /v1/files/${spelling}/content`,
    `POST /v1/batches/${spelling}/cancel`,
  ]);
  for (const line of targets) {
    await gateway.sandbox.clear();
    const { status } = await ask({ line, workload: 'open' });
    const isThrough = await reached(`files/${id.toLowerCase()}`);
    tally.count(line.replace(id, 'ID'), fateOf(isThrough, status));
  }
  const members = [
    'file_id',
    'file\\u005fid',
    'file_ids',
    'input_file_id',
    'training_file',
    'container',
    'id',
    'input_files',
    'skill_id',
    'File_Id',
    'fileId',
    'file-id',
    'video',
    'audio',
    'anything',
    '',
  ];
  for (const name of members) {
    const values = [
      `"${id}"`,
      `["${id}"]`,
      `{"id":"${id}"}`,
      `"${hexEscaped(id)}"`,
      `[[{"":"${id}"}]]`,
      `"https://provider.test/v1/files/${id}/content"`,
    ];
    for (const value of values) {
      for (const path of ['/v1/responses', '/v1/batches', '/v1/batch/jobs']) {
        const at = `"${name}":${value}`;
        const body =
          path === '/v1/responses'
            ? `{"model":"sandbox/small","input":[{"content":[{${at}}]}]}`
            : `{"model":"sandbox/small","source":{"parameters":{${at}}}}`;
        await gateway.sandbox.clear();
        const line = `POST ${path}`;
        const { status } = await ask({ line, type: 'application/json', body, workload: 'open' });
        const isThrough = (await gateway.sandbox.requests()).length > 0;
        tally.count(
          `${name} as ${value.replaceAll(id, 'ID')} at ${path}`,
          fateOf(isThrough, status),
        );
      }
    }
  }
  tally.expectNoneThrough(task);
});

const hexEscaped = (text: string): string =>
  [...text].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

/** What was answered and harmed nobody meant the same to everybody. */
function fateOf(isThrough: boolean, status: number): Fate {
  if (isThrough) return 'through';
  return status >= 400 ? 'refused' : 'harmless';
}

it('goes on serving', async () => {
  expect((await gateway.chat()).status).toBe(200);
});
