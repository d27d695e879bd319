import { foldName, judgeNames, member, stringOf, type JsonNode, type JsonObject } from '#kernel';

/**
 * Input that a request only names: files at addresses, what a provider keeps, servers that a model asks.
 * The provider reads and bills it, and nobody here can tell how much of it there is. Pictures are no part
 * of it: what one costs does not depend on where it lies.
 */

/**
 * `server`: a model may ask it as often as it likes, and reads everything anew each time. `passes`: the
 * provider sums the conversation up on its way, which is paid for beside the answer.
 */
export type NamedInput = 'stored' | 'server' | 'passes';

/** What the object around a member is, as far as it matters here. */
export type Around = 'plain' | 'picture' | 'media' | 'own';

const ADDRESS = /(?:file|video|audio|document|doc|pdf|media)(?:url|uri)s?$/;
const SERVER = /^(?:serverurl|connectorid)$/;
const foldedSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).map(foldName));
const STORED = foldedSet(
  `file_id file_ids document_id document_ids library_ids media_id video_id audio_id previous_response_id
  conversation conversation_id`,
);
const FILE_ID = foldName('file_id');
/** Of a file's object: what it is called, and texts. */
const WORDS: ReadonlySet<string> = new Set(
  'type text content title context filename name media_type'.split(' '),
);
const SCHEME = /^\s*[a-z][\w.+-]{0,31}:\/\//i;
const FILE_ITSELF = /^\s*data:/i;

const kindOf = judgeNames<NamedInput | null>(
  (name) => {
    const word = foldName(name);
    if (SERVER.test(word)) return 'server';
    return ADDRESS.test(word) || STORED.has(word) ? 'stored' : null;
  },
  { entriesMax: 512, ofLong: null },
);

/** What a member names; in the caller's own words, nothing. */
export function namedBy(key: string, value: JsonNode, around: Around): NamedInput | null {
  if (around === 'own') return null;
  // What a model said before, as sound.
  if (key === 'audio' && value.kind === 'object' && saysWhere(value)) return 'stored';
  const kind = kindOf(key);
  if (kind === null) {
    // An address in place of a file, or of its bytes, as some take it.
    const isAddress = around === 'media' && !WORDS.has(key) && SCHEME.test(stringOf(value) ?? '');
    return isAddress ? 'stored' : null;
  }
  if (around === 'picture' && foldName(key) === FILE_ID) return null;
  return isNamed(value) ? kind : null;
}

/** What a field of a form names. */
export const namedByField = (name: string, value: string): NamedInput | null =>
  value !== '' && !FILE_ITSELF.test(value) ? kindOf(name) : null;

/** An item that is only pointed at: by its type, or as an object that has an id and nothing to say. */
export const isPointer = (item: JsonObject, type: string | undefined): boolean =>
  type === 'item_reference' ||
  (type === undefined && !member(item, 'role') && stringOf(member(item, 'id')) !== undefined);

function isNamed(value: JsonNode): boolean {
  if (value.kind === 'array') return value.items.length > 0;
  if (value.kind === 'object') return saysWhere(value);
  const text = stringOf(value);
  return text !== undefined && text !== '' && !FILE_ITSELF.test(text);
}

const saysWhere = (value: JsonObject): boolean =>
  ['url', 'uri', 'id'].some((key) => {
    const text = stringOf(member(value, key));
    return text !== undefined && text !== '' && !FILE_ITSELF.test(text);
  });
