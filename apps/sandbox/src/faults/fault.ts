import { TOKENS_MAX } from '../limits.js';
import { invalid } from '../provider-error.js';

/**
 * The fault script: `key=value` and bare flags, joined by commas, as in `delay=200,status=503`.
 *
 * It comes with the request, as the model id `fault/<script>`, or is queued before it by
 * `POST /_script`. In a stream an event is one SSE frame; in a buffered answer it is one piece of
 * 64 bytes. A count beyond the last event acts at the end of the answer.
 */
export const GRAMMAR = {
  /** Milliseconds before the headers. */
  delay: 'number',
  /** No headers at all, until the client leaves. */
  hang: 'flag',
  /** An error answer with this status; 429 and 503 carry `retry-after: 1`. */
  status: 'number',
  /** The error's code in place of the status's usual one. */
  code: 'text',
  /** The `retry-after` header of the error, in seconds. */
  'retry-after': 'number',
  /** An error that is not JSON: `html` or `empty`. */
  body: 'text',
  /** Silence after this many events; the connection stays open. */
  stall: 'number',
  /** The socket is destroyed after this many events. */
  cut: 'number',
  /** The socket is destroyed after this many bytes of the body, also within a frame. */
  'cut-bytes': 'number',
  /** A clean end after this many events: neither a finish reason nor `[DONE]`. */
  end: 'number',
  /** After this many events an error frame ends a stream; a buffered answer is an error body. */
  'error-frame': 'number',
  /** The event with this index, from 0, is no JSON. */
  malformed: 'number',
  /** Milliseconds between events. */
  slow: 'number',
  /** The stream ends without `[DONE]`. */
  'no-done': 'flag',
  /** The answer reports no usage. */
  'no-usage': 'flag',
  /** Asked for so often, an answer in the background has ended; two times unless said. */
  polls: 'number',
  /** How it ends then: `failed`, `cancelled`, `incomplete`, or `lost`, which answers 404. */
  ends: 'text',
  /** An answer of exactly this many tokens. */
  tokens: 'number',
  /** This content type in place of the right one. */
  'content-type': 'text',
  /** The member at this path is refused by name, as the format of the request does; others are answered. */
  refuses: 'text',
  /** The model that answers, where the model id is the script. */
  as: 'text',
} as const;

type Key = keyof typeof GRAMMAR;
type Kinds = { readonly number: number; readonly text: string; readonly flag: true };
export type Fault = { readonly [K in Key]?: Kinds[(typeof GRAMMAR)[K]] };

export const NO_FAULT: Fault = {};

/** @throws ProviderError 400 that names what it did not understand */
export function parseFault(script: string): Fault {
  if (script === '' || script === 'ok') return NO_FAULT;
  const fault = Object.fromEntries(script.split(',').map(parseEntry)) as Fault;
  if ((fault.tokens ?? 0) > TOKENS_MAX) throw misunderstood(`tokens is at most ${TOKENS_MAX}`);
  if (fault.status !== undefined && (fault.status < 400 || fault.status > 599)) {
    throw misunderstood('status is between 400 and 599');
  }
  if (fault.body !== undefined && fault.body !== 'html' && fault.body !== 'empty') {
    throw misunderstood('body is html or empty');
  }
  return fault;
}

function parseEntry(entry: string): [string, number | string | true] {
  const [key = '', value] = entry.trim().split('=', 2);
  const kind = Object.hasOwn(GRAMMAR, key) ? GRAMMAR[key as Key] : undefined;
  if (kind === 'flag' && value === undefined) return [key, true];
  if (kind === 'text' && value) return [key, value];
  if (kind === 'number' && value && /^\d{1,9}$/.test(value)) return [key, Number(value)];
  throw misunderstood(kind ? `${key} takes ${EXPECTED[kind]}` : `'${key}' is no key of it`);
}

const EXPECTED = {
  number: 'a whole number, as in key=1',
  text: 'a text, as in key=value',
  flag: 'no value',
};

const misunderstood = (reason: string) =>
  invalid(`Invalid fault script: ${reason}.`, 'model', 'invalid_fault_script');
