import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../support/build.js';

/** Each row of the page of limits is a constant of the source, or a setting with its default; both are read here. */
const HTTP = 'apps/api/src/http/limits.ts';
const JSON_DOCUMENT = 'libs/kernel/src/json/json-document.ts';
const DLP = 'libs/dlp/src/limits.ts';
const ROOM = 'libs/platform/src/answer-room.ts';
const DOCUMENTS = 'libs/documents/src/limits.ts';
const ANONYMIZE = 'libs/documents/src/anonymize/limits.ts';
const JOBS = 'libs/documents/src/jobs/limits.ts';
const TYPED = 'libs/wire/src/systemone/limits.ts';
const KNOWLEDGE = 'libs/knowledge/src/limits.ts';
const TOOL_ANSWERS = 'libs/tools/src/read-exchange.ts';
const MCP = 'apps/api/src/surfaces/mcp/sent-body.ts';
const ADMISSION = 'apps/api/src/admin/http/admission.ts';
const ADMIN_BODY = 'apps/api/src/admin/http/read-body.ts';
const THROTTLE = 'libs/members/src/sign-in/throttle.ts';
const SESSIONS = 'libs/members/src/sign-in/sessions.ts';
const DATABASE = 'libs/platform/src/database/open-database.ts';

const CONSTANTS: Readonly<Record<string, readonly [file: string, name: string]>> = {
  'A JSON body': [HTTP, 'JSON_BYTES_MAX'],
  'Values in a JSON body': [JSON_DOCUMENT, 'REQUEST_NODES_MAX'],
  'Levels of a JSON body': [JSON_DOCUMENT, 'DEPTH_MAX'],
  'Keys of one object': [JSON_DOCUMENT, 'KEYS_MAX'],
  'A form, its files included': [HTTP, 'FORM_BYTES_MAX'],
  'A field of a form': [HTTP, 'FORM_FIELD_BYTES_MAX'],
  'All fields of a form': [HTTP, 'FORM_FIELDS_BYTES_MAX'],
  'Parts of a form': [HTTP, 'FORM_PARTS_MAX'],
  'The head of a part of a form': [HTTP, 'FORM_HEAD_BYTES_MAX'],
  'All headers': [HTTP, 'HEADERS_BYTES_MAX'],
  'Time for the headers': [HTTP, 'HEADERS_MS_MAX'],
  'Bytes of the body in a second, at least': [HTTP, 'BODY_BYTES_PER_SECOND_MIN'],
  'Time for the body': [HTTP, 'REQUEST_MS_MAX'],
  'A name of a model': ['libs/routing/src/route.interceptor.ts', 'NAME_LENGTH_MAX'],
  'Values that data protection finds': [DLP, 'FINDINGS_MAX'],
  'Terms in `gw.remove`': [DLP, 'TERMS_MAX'],
  'A term in `gw.remove`': [DLP, 'TERM_CHARS_MAX'],
  'A term in `gw.remove`, at least': [DLP, 'TERM_CHARS_MIN'],
  'Prompts of a legacy completion': ['libs/wire/src/completions/read-request.ts', 'PROMPTS_MAX'],
  'Numbers of a vector that is asked for': [
    'libs/wire/src/embedding/check-texts.ts',
    'DIMENSIONS_MAX',
  ],
  'Pictures that are made in one call': ['libs/wire/src/images/read-request.ts', 'COUNT_MAX'],
  'The longer side of a picture that is made': ['libs/wire/src/images/read-request.ts', 'SIDE_MAX'],
  'Unknown keys from one address, then one a second': [
    'libs/auth/src/authenticator.ts',
    'FAILURES_MAX',
  ],
  'Open calls': ['libs/call/src/dispatcher.ts', 'OPEN_CALLS_MAX'],
  'Memory for bodies up to 256 KiB': [HTTP, 'SMALL_BODIES_MEMORY_MAX'],
  'Memory for larger bodies': [HTTP, 'LARGE_BODIES_MEMORY_MAX'],
  'Memory for large answers': [ROOM, 'ANSWERS_MEMORY_MAX'],
  'Time that a body waits for memory': [HTTP, 'ROOM_WAIT_MS'],
  'Large requests that wait to be translated': [
    'libs/providers/src/translation/translation-thread.ts',
    'JOBS_MAX',
  ],
  'Requests on one connection': [HTTP, 'CONNECTION_REQUESTS_MAX'],
  'An idle connection': [HTTP, 'KEEP_ALIVE_MS'],
  'A stream': ['libs/providers/src/deadline.ts', 'STREAM_MS_MAX'],
  'Time to connect to a provider': ['libs/providers/src/http/http-client.ts', 'CONNECT_TIMEOUT_MS'],
  'Attempts of one call': ['libs/providers/src/provider.dispatcher.ts', 'ATTEMPTS_MAX'],
  'Time to wait for a provider that asks for it': [
    'libs/providers/src/judge-failure.ts',
    'WAIT_MAX_MS',
  ],
  'An answer that comes whole': ['libs/providers/src/read-reply.ts', 'ANSWER_BYTES_MAX'],
  'Values in such an answer': [JSON_DOCUMENT, 'ANSWER_NODES_MAX'],
  'One event of a stream': ['libs/wire/src/event-parser.ts', 'EVENT_BYTES_MAX'],
  'A client that reads nothing': [HTTP, 'WRITE_STALL_MS'],
  'An open stream in which nothing is said': [HTTP, 'KEEPALIVE_MS'],
  'All documents of a conversation': [DOCUMENTS, 'REQUEST_DOCUMENTS_BYTES_MAX'],
  'A document that is text': [DOCUMENTS, 'TEXT_BYTES_MAX'],
  'Pages of a conversation that become images': [DOCUMENTS, 'CHAT_PAGES_MAX'],
  'Pages of `gw/ocr`': [DOCUMENTS, 'OCR_PAGES_MAX'],
  'Pixels of a page': [DOCUMENTS, 'RENDER_PIXELS_MAX'],
  'Parts of an office file': [DOCUMENTS, 'ZIP_ENTRIES_MAX'],
  'An office file, unpacked': [DOCUMENTS, 'ARCHIVE_BYTES_MAX'],
  'Documents that wait to be read': [DOCUMENTS, 'CELL_QUEUE_MAX'],
  'Documents of one workload that wait to be read': [DOCUMENTS, 'CELL_QUEUE_OWNER_MAX'],
  'A document to be anonymized at once': [ANONYMIZE, 'SYNC_BYTES_MAX'],
  'Pages and pictures of it': [ANONYMIZE, 'SYNC_PAGES_MAX'],
  'A document of a job': [JOBS, 'JOB_BYTES_MAX'],
  'Pages and pictures of a job': [JOBS, 'JOB_PAGES_MAX'],
  'Open jobs of a workload': [JOBS, 'JOBS_OPEN_MAX'],
  'The `state`': [TYPED, 'STATE_BYTES_MAX'],
  'All `questions`': [TYPED, 'QUESTIONS_BYTES_MAX'],
  'Tokens of all questions': [TYPED, 'QUESTIONS_TOKENS_MAX'],
  Questions: [TYPED, 'QUESTIONS_MAX'],
  'Options of a question': [TYPED, 'OPTIONS_MAX'],
  'An uploaded document': [KNOWLEDGE, 'DOCUMENT_BYTES_MAX'],
  'Documents of a store': [KNOWLEDGE, 'DOCUMENTS_MAX'],
  'Passages of a store': [KNOWLEDGE, 'STORE_PASSAGES_MAX'],
  'Passages of a store that is indexed': [KNOWLEDGE, 'INDEXED_PASSAGES_MAX'],
  'Numbers of a vector that is indexed': [KNOWLEDGE, 'INDEXED_DIMENSIONS_MAX'],
  'Uploads of an organisation that wait': [KNOWLEDGE, 'DOCUMENTS_WAITING_MAX'],
  'Stores of an organisation': [KNOWLEDGE, 'STORES_MAX'],
  'Texts of one search': [KNOWLEDGE, 'QUERIES_MAX'],
  'A text that is searched': [KNOWLEDGE, 'QUERY_CHARS_MAX'],
  'Results of a search': [KNOWLEDGE, 'RESULTS_MAX'],
  'Searches of one chat': [KNOWLEDGE, 'CHAT_SEARCHES_MAX'],
  'Results of a search in a chat': [KNOWLEDGE, 'CHAT_RESULTS_MAX'],
  'Conditions of a filter': [KNOWLEDGE, 'FILTER_NODES_MAX'],
  'Arguments of a tool': [MCP, 'SENT_CHARS_MAX'],
  'Values in them': [MCP, 'SENT_NODES_MAX'],
  'Values in what a tool answers': [TOOL_ANSWERS, 'NODES_MAX'],
  'Requests of a batch': ['libs/providers/src/batches/batch-inputs.ts', 'REQUESTS_MAX'],
  'A body': [ADMIN_BODY, 'BODY_BYTES_MAX'],
  'A body of somebody who is not signed in': [ADMIN_BODY, 'PUBLIC_BYTES_MAX'],
  'Requests of a person or token in a minute': [ADMISSION, 'PER_MINUTE'],
  'Requests of an address that nobody is signed in at, in a minute': [
    ADMISSION,
    'UNKNOWN_PER_MINUTE',
  ],
  'Wrong passwords of one address for one account': [THROTTLE, 'FAILURES_MAX'],
  'Wrong passwords from one address': [THROTTLE, 'FROM_ADDRESS_MAX'],
  'Letters of a password, at least': ['libs/members/src/sign-in/password.ts', 'PASSWORD_CHARS_MIN'],
  'A session that nobody uses': [SESSIONS, 'IDLE_MS_MAX'],
  'A session': [SESSIONS, 'AGE_MS_MAX'],
  'Rows of a page': ['apps/api/src/admin/http/page.ts', 'PAGE_MAX'],
  'Admin tokens in force': ['libs/members/src/tokens.ts', 'TOKENS_MAX'],
  'Live streams of one person': ['apps/api/src/admin/events/event-hub.ts', 'OF_ACTOR_MAX'],
  'Free space on the disk of data, at least': [
    'libs/platform/src/files/free-space.ts',
    'FREE_BYTES_MIN',
  ],
  'A statement of the database': [DATABASE, 'STATEMENT_TIMEOUT_MS'],
  'Time to connect to the database': [DATABASE, 'CONNECT_TIMEOUT_MS'],
  'An answer of Redis': ['libs/platform/src/redis/redis-link.ts', 'ANSWER_MS_MAX'],
  'Spans that wait for a collector': ['libs/operations/src/telemetry/span-sink.ts', 'WAITING_MAX'],
  'Tries to deliver an alert or a mail': ['libs/platform/src/outbox/outbox.ts', 'ATTEMPTS_MAX'],
  'Aliases within aliases': ['libs/workloads/src/settings-file/find-model-faults.ts', 'DEPTH_MAX'],
};

/** Of bytes and of milliseconds, as constants have them; characters and pixels are counted. */
const UNITS: Readonly<Record<string, number>> = {
  KiB: 1_024,
  MiB: 1_048_576,
  ms: 1,
  s: 1_000,
  min: 60_000,
  h: 3_600_000,
  characters: 1,
  pixels: 1,
};

const read = (file: string): Promise<string> => readFile(join(ROOT, file), 'utf8');
const page = await read('docs/limits.md');
const rows = [...page.matchAll(/^\| (?!What |-)([^|]+?) +\| ([^|]+?) +\| ([^|]+?) +\|$/gm)].map(
  ([, what = '', bound = '', beyond = '']) => [what, bound, beyond] as const,
);
const isSetting = ([what]: readonly string[]): boolean => /\(`[^`]+`\)$/.test(what ?? '');

function valueOf(bound: string): number {
  const [, number = '', unit] = /^([\d,]+)(?: (\w+))?$/.exec(bound) ?? [];
  return Number(number.replaceAll(',', '')) * (unit === undefined ? 1 : (UNITS[unit] ?? NaN));
}

/** A product of numbers and of other constants of the file. */
function constantIn(source: string, name: string): number {
  const [, product] = new RegExp(`const ${name}(?:: \\w+)? = ([^;]+);`).exec(source) ?? [];
  if (product === undefined) throw new Error(`there is no constant ${name}`);
  return product
    .split('*')
    .map((factor) => factor.trim())
    .map((factor) =>
      /^[\d_]+$/.test(factor) ? Number(factor.replaceAll('_', '')) : constantIn(source, factor),
    )
    .reduce((all, factor) => all * factor, 1);
}

it.each(rows.filter((row) => !isSetting(row)))('%s: %s', async (what, bound) => {
  const [file = '', name = ''] = CONSTANTS[what] ?? [];
  expect(file, 'a row of the page needs its constant here').not.toBe('');
  expect(valueOf(bound)).toBe(constantIn(await read(file), name));
});

it.each(rows.filter(isSetting))('%s: %s, unless it is set', async (what, bound) => {
  const [, name = ''] = /\(`([^`]+)`\)$/.exec(what) ?? [];
  const table = await read(name.startsWith('GW_') ? 'docs/running.md' : 'docs/settings.md');
  const row = table.split('\n').find((line) => line.startsWith(`| \`${name}\` `)) ?? '';
  const [number = ''] = bound.split(' ');
  const cells = row.split('|').map((cell) => cell.trim().replaceAll('`', ''));
  expect(cells).toContain(number);
});

it('every constant has its row', () => {
  expect(rows.map(([what]) => what)).toEqual(expect.arrayContaining(Object.keys(CONSTANTS)));
});

it('every error is one of the lists, with its status', async () => {
  const lists = (await read('docs/errors.md')) + (await read('docs/admin-api.md'));
  const known = new Set(
    [...lists.matchAll(/^\| (?:<a id="\w+"><\/a>)?`(\w+)` +\| (\d+) /gm)].map(
      ([, key, status]) => `${status} ${key}`,
    ),
  );
  const told = rows.flatMap(([, , beyond]) => {
    const [, status, key] = /(\d{3}) \[?`(\w+)`/.exec(beyond) ?? [];
    return key === undefined ? [] : [`${status} ${key}`];
  });
  expect(told.length).toBeGreaterThan(70);
  expect(told.filter((one) => !known.has(one))).toEqual([]);
});
