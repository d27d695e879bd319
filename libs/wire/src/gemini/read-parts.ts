import {
  isTrue,
  itemsOf,
  member,
  objectOf,
  stringOf,
  type JsonNode,
  type JsonObject,
} from '#kernel';
import { jsonTextOf, type RequestPart, type Source } from '../conversation/conversation.js';
import { given } from '../conversation/given.js';

/** Calls of one name; those before `next` have their results. */
interface OpenCalls {
  readonly ids: string[];
  next: number;
}

/** Names the calls of one conversation: this format need not, and others cannot do without. */
export class CallIds {
  private calls = 0;
  /** Of the model's last turn, by name, in order. */
  private open = new Map<string, OpenCalls>();
  /** Results that named the id of their call, which is therefore none of the open ones. */
  private answered = new Map<string, number>();

  /** The model speaks: what it asked for before is answered by now. */
  newTurn(): void {
    this.open = new Map();
    this.answered = new Map();
  }

  call(id: string | undefined, name: string): string {
    const own = id || `call_${this.calls}`; // The same one in every call of the conversation.
    this.calls++;
    const calls = this.open.get(name);
    if (calls) calls.ids.push(own);
    else this.open.set(name, { ids: [own], next: 0 });
    return own;
  }

  /** Without an id, a result is that of the first open call of its name. */
  result(id: string | undefined, name: string): string {
    if (id) {
      this.answered.set(id, (this.answered.get(id) ?? 0) + 1);
      return id;
    }
    const calls = this.open.get(name);
    if (!calls) return '';
    while (calls.next < calls.ids.length) {
      const first = calls.ids[calls.next++] ?? '';
      if (!this.isAnswered(first)) return first;
    }
    return '';
  }

  private isAnswered(id: string): boolean {
    const times = this.answered.get(id) ?? 0;
    if (times > 0) this.answered.set(id, times - 1);
    return times > 0;
  }
}

/** One item of `parts`. */
export function readPart(part: JsonNode, text: string, ids: CallIds): RequestPart[] {
  const object = objectOf(part);
  if (!object) return [];
  const call = member(part, 'functionCall');
  if (call) return [readCall(call, member(part, 'thoughtSignature'), text, ids)];
  const result = member(part, 'functionResponse');
  if (result) return [readResult(result, text, ids)];
  const file = member(part, 'inlineData') ?? member(part, 'fileData');
  if (file) return [readFile(file)];
  const said = member(part, 'text');
  const isThought = isTrue(member(part, 'thought'));
  if (said?.kind === 'string' || isThought) {
    return readText(object, stringOf(said) ?? '', isThought);
  }
  return object.keys.length === 0 ? [] : [opaque(jsonTextOf(text, part))];
}

const opaque = (value: string): RequestPart => ({
  type: 'opaque',
  value: { origin: 'gemini', value },
});

/** A text keeps its signature as a part of its own, which only its maker is sent. */
function readText(part: JsonObject, text: string, isThought: boolean): RequestPart[] {
  const value = stringOf(member(part, 'thoughtSignature'));
  if (isThought) {
    return [{ type: 'thinking', text, ...(value && { signature: { origin: 'gemini', value } }) }];
  }
  return [
    ...(text === '' ? [] : [{ type: 'text', text } as const]),
    ...(value ? [opaque(JSON.stringify({ text: '', thoughtSignature: value }))] : []),
  ];
}

function readCall(
  call: JsonNode,
  signature: JsonNode | undefined,
  text: string,
  ids: CallIds,
): RequestPart {
  const name = stringOf(member(call, 'name')) ?? '';
  const args = objectOf(member(call, 'args'));
  const value = stringOf(signature);
  return {
    type: 'tool_call',
    id: ids.call(stringOf(member(call, 'id')), name),
    name,
    input: args ? jsonTextOf(text, args) : '{}',
    isCustom: false,
    ...(value && { signature: { origin: 'gemini', value } }),
  };
}

function readResult(result: JsonNode, text: string, ids: CallIds): RequestPart {
  const name = stringOf(member(result, 'name')) ?? '';
  const { said, isError } = readResponse(objectOf(member(result, 'response')), text);
  return {
    type: 'tool_result',
    id: ids.result(stringOf(member(result, 'id')), name),
    isError,
    parts: [
      ...(said === '' ? [] : [{ type: 'text', text: said } as const]),
      ...itemsOf(member(result, 'parts')).flatMap((part) => readPart(part, text, ids)),
    ],
  };
}

/** Under `output` and `error` alone stand what a tool said; anything else is its own JSON. */
function readResponse(
  response: JsonObject | undefined,
  text: string,
): { readonly said: string; readonly isError: boolean } {
  if (!response || response.keys.length === 0) return { said: '', isError: false };
  const [key] = response.keys;
  const [value] = response.values;
  const isError = response.keys.length === 1 && key === 'error';
  const isAlone = isError || (response.keys.length === 1 && key === 'output');
  if (!isAlone || !value) return { said: jsonTextOf(text, response), isError };
  return { said: stringOf(value) ?? jsonTextOf(text, value), isError };
}

/** What stands under `inlineData` or `fileData`. */
export function readFile(file: JsonNode): RequestPart {
  const mime = stringOf(member(file, 'mimeType')) ?? '';
  const url = stringOf(member(file, 'fileUri'));
  const data = stringOf(member(file, 'data')) ?? '';
  const source: Source = url === undefined ? { kind: 'base64', mime, data } : { kind: 'url', url };
  if (mime.startsWith('image/')) return { type: 'image', source };
  if (mime.startsWith('audio/') && url === undefined) {
    return { type: 'audio', base64: data, format: formatOf(mime) };
  }
  return { type: 'file', source, ...given('filename', stringOf(member(file, 'displayName'))) };
}

/** `audio/mpeg` and `audio/x-wav` go by shorter names elsewhere. */
const formatOf = (mime: string): string =>
  mime
    .slice('audio/'.length)
    .replace(/^x-/, '')
    .replace(/^mpeg$/, 'mp3');
