import { idsInPath, type FormPart, type InspectedCall } from '#call';
import { member, refuse, stringOf, type JsonNode } from '#kernel';

/** Members whose strings name objects that a provider keeps, in requests and in answers. */
const NAMING: ReadonlySet<string> = new Set(
  `file_id file_ids input_file_id output_file_id error_file_id result_files training_file
  validation_file previous_response_id response_id conversation conversation_id batch_id
  vector_store_id vector_store_ids container container_id thread_id assistant_id upload_id part_ids
  eval_id run_id video_id image_id`.split(/\s+/),
);
/** In a conversation with a model everything else is the provider's own, or the caller's. */
const NAMING_IN_CHAT: ReadonlySet<string> = new Set(
  'file_id file_ids vector_store_ids container container_id'.split(' '),
);
/** What callers write for themselves, or for a model: an id in there reaches nothing. */
const OWN_WORDS: ReadonlySet<string> = new Set([
  'metadata',
  'parameters',
  'schema',
  'json_schema',
  'input_schema',
]);
const LOOKS_LIKE_ID = /^[A-Za-z]{2,24}[_-][\w-]{8,}$/;
const NAMED_MAX = 1_000; // No real request comes near; the look-up stays one statement.

/** The ids that a request names, of objects that lie at the provider it goes to. */
export interface References {
  /** The workload's own, or the request is refused. */
  readonly own: ReadonlySet<string>;
  /** Parts of something: providers make them, so that nobody may own them. But nobody else's. */
  readonly parts: ReadonlySet<string>;
}

/** @throws field_invalid for more of them than anybody needs */
export function referencesIn({ principal, inspection }: InspectedCall): References {
  const { operation, request } = inspection;
  const own = new Set<string>();
  const parts = new Set<string>();
  const isChat = operation.kind === 'chat';
  if (!isChat) {
    const { method, segments, query } = operation;
    const [first, ...rest] = idsInPath(principal.workload.forward, method, segments);
    if (first !== undefined) own.add(first);
    for (const id of rest) parts.add(id);
    for (const [name, value] of query) {
      if (NAMING.has(name.replace(/\[\]$/, ''))) own.add(value);
      else if (LOOKS_LIKE_ID.test(value)) parts.add(value);
    }
  }
  if (request.kind === 'json') {
    collect(request.document.root, isChat ? NAMING_IN_CHAT : NAMING, own);
  } else if (request.kind === 'form') collectFields(request.form.parts, own);
  if (own.size + parts.size > NAMED_MAX) {
    throw refuse('field_invalid', { message: `The request names more than ${NAMED_MAX} objects.` });
  }
  return { own, parts };
}

/** The ids of objects that an answer tells its caller of. */
export function idsMade(root: JsonNode): ReadonlySet<string> {
  const made = new Set<string>();
  const id = stringOf(member(root, 'id'));
  if (id) made.add(id);
  const output = member(root, 'output');
  if (output?.kind === 'array') {
    for (const item of output.items) {
      const itemId = stringOf(member(item, 'id'));
      if (itemId) made.add(itemId);
    }
  }
  collect(root, NAMING, made);
  return made;
}

function collect(node: JsonNode, naming: ReadonlySet<string>, found: Set<string>): void {
  if (node.kind === 'array') {
    for (const item of node.items) collect(item, naming, found);
  } else if (node.kind === 'object') {
    const { keys, values } = node;
    if (stringOf(member(node, 'type')) === 'item_reference') addStrings(member(node, 'id'), found);
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index] as string;
      const value = values[index] as JsonNode;
      if (naming.has(key)) addStrings(value, found);
      if (value.kind !== 'string' && value.kind !== 'scalar' && !OWN_WORDS.has(key)) {
        collect(value, naming, found);
      }
    }
  }
}

/** One id, a list of them, or an object that has one. */
function addStrings(node: JsonNode | undefined, found: Set<string>): void {
  if (node?.kind === 'string') {
    if (node.value !== '') found.add(node.value);
  } else if (node?.kind === 'array') for (const item of node.items) addStrings(item, found);
  else if (node?.kind === 'object') addStrings(member(node, 'id'), found);
}

function collectFields(parts: readonly FormPart[], found: Set<string>): void {
  for (const part of parts) {
    if (part.kind === 'field' && NAMING.has(part.name.replace(/\[\]$/, ''))) found.add(part.value);
  }
}
