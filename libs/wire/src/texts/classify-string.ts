import { holdsBareBytes } from './file-members.js';

/**
 * Which strings of a body are prose and which steer the API. Unknown fields are prose: what is not
 * listed here is scanned, in requests, and restored, in answers. One map serves every wire format,
 * because the formats agree in what these names mean.
 */

/** A string directly under such a key is kept verbatim; an object under it is walked as usual. */
const OPAQUE: ReadonlySet<string> = new Set([
  'id',
  'type',
  'role',
  'model',
  'object',
  'signature',
  'thoughtSignature',
  'encrypted_content',
  'call_id',
  'tool_call_id',
  'tool_use_id',
  'item_id',
  'file_id',
  'previous_response_id',
  'required', // Names of properties in a schema, which must match its keys.
  '$ref',
]);

/** Objects of the caller's own making: inside of them no name means anything to the API. */
const OPEN: ReadonlySet<string> = new Set([
  'metadata',
  'arguments',
  'args',
  'input',
  'response',
  'default',
  'const',
  'enum',
  'example',
  'examples',
]);

/** JSON written into a string: arguments of a tool call, or a piece of them in a stream. */
const JSON_TEXT: ReadonlySet<string> = new Set(['arguments', 'partial_json']);

const TOOL_PARENTS: ReadonlySet<string> = new Set([
  'function',
  'custom',
  'json_schema',
  'tools',
  'functions',
  'tool_choice',
  'function_call',
  'functionCall',
  'functionResponse',
  'functionDeclarations',
]);
const TOOL_SIBLINGS: ReadonlySet<string> = new Set(['arguments', 'input', 'args', 'input_schema']);

const SIGNED: ReadonlySet<string> = new Set(['thinking', 'reasoning', 'reasoning.text']);

const INLINE_CHARS_MIN = 64;
const BASE64_START = /^[A-Za-z0-9+/_-]{64}/;

export type StringUse = 'text' | 'json_text' | 'opaque' | 'unscanned';

/** @param isOpen the string stands inside an object of the caller's own making */
export function classifyString(key: string, value: string, isOpen: boolean): StringUse {
  if (isInlineFile(key, value)) return 'unscanned';
  if (JSON_TEXT.has(key)) return 'json_text';
  return !isOpen && OPAQUE.has(key) ? 'opaque' : 'text';
}

/** @param isArray an array under `input` is the conversation itself, not a tool's input */
export const opens = (key: string, isArray: boolean): boolean =>
  OPEN.has(key) && !(isArray && key === 'input');

/** The name of a tool must match on both sides, and cannot hold a person's data. */
export const isToolName = (parentKey: string, siblings: readonly string[]): boolean =>
  TOOL_PARENTS.has(parentKey) || siblings.some((key) => TOOL_SIBLINGS.has(key));

/** Thinking under a signature is forwarded whole, both ways: any change breaks the signature. */
export const isSigned = (type: string | undefined, signature: string | undefined): boolean =>
  type === 'thinking_delta' || // Its signature comes in a later frame.
  (type !== undefined && SIGNED.has(type) && signature !== undefined && signature !== '');

/** The look at the content keeps prose from passing as a file; base64 has no `@` and no space. */
function isInlineFile(key: string, value: string): boolean {
  if (value.length < INLINE_CHARS_MIN) return false;
  const isFile = value.startsWith('data:')
    ? value.slice(0, 256).includes(';base64,')
    : holdsBareBytes(key) && BASE64_START.test(value);
  return isFile && !value.includes('@') && !value.includes(' ');
}
