import { member, stringOf, type JsonObject } from '#kernel';
import { JSON_SCHEMA } from '../texts/json-schema.js';
import { AUDIO_FORMAT, CACHE_CONTROL, DETAIL, MARKED } from '../texts/parts.js';
import {
  addressOf,
  bytesOf,
  byType,
  byWord,
  DROPPED,
  known,
  KNOWN,
  list,
  MODEL,
  object,
  REFERENCE,
  SEALED,
  SIGNED,
  word,
  type Members,
  type Place,
} from '../texts/place.js';
import { unpackThought, unseal } from './seal.js';

/** Parts of an item's content, or of what a tool gave. */
export const RESPONSES_PARTS: Readonly<Record<string, Members>> = {
  input_text: known('text'),
  output_text: known('text'),
  summary_text: known('text'),
  reasoning_text: known('text'),
  refusal: known('refusal'),
  input_image: { image_url: addressOf('image'), file_id: REFERENCE, detail: DETAIL },
  input_file: {
    file_data: bytesOf('document'),
    file_url: KNOWN,
    file_id: REFERENCE,
    ...known('filename'),
  },
  input_audio: {
    input_audio: object({ data: bytesOf('audio'), format: AUDIO_FORMAT }),
  },
};

const ROLES = 'user assistant system developer';
const CALL = known('id call_id name arguments input');
const STATUS = word('in_progress completed incomplete');

/**
 * Of a model of another maker, whose signature the thinking stands under. It goes to that maker alone, so
 * this holds only where what is asked is translated or left out.
 */
const SIGNED_REASONING: Place = {
  unit: { standIn: '' },
  ...object({
    type: word('reasoning'),
    id: REFERENCE,
    status: STATUS,
    summary: list(object({ type: word('summary_text'), text: SIGNED })),
    content: list(byType(RESPONSES_PARTS, MARKED)),
    encrypted_content: { ...SEALED, unpack: unpackThought },
  }),
};

/**
 * An item says its type, or is a message that says only its role; a part may stand alone.
 * @param part one part of a content
 * @param said one part of what the assistant said
 */
export function itemPlace(part: Place, said: Place = part): Place {
  const result: Members = { ...known('id call_id'), output: list(part) };
  const typed = byType(
    {
      message: { id: REFERENCE, role: word(ROLES), content: list(part) },
      function_call: CALL,
      custom_tool_call: CALL,
      function_call_output: result,
      custom_tool_call_output: result,
      reasoning: {
        id: REFERENCE,
        summary: list(part),
        content: list(part),
        encrypted_content: SEALED,
      },
      compaction: { id: REFERENCE, encrypted_content: SEALED },
      item_reference: { id: REFERENCE },
    },
    { ...MARKED, status: STATUS },
  );
  const turn = turnPlace(part, said);
  return {
    pick: (item) => typed.pick?.(item) ?? turn.pick?.(item) ?? part.pick?.(item),
  };
}

/** A message that says only its role. */
export const turnPlace = (part: Place, said: Place): Place =>
  byWord(
    'role',
    Object.fromEntries(
      ROLES.split(' ').map((role) => [
        role,
        object({ role: word(role), content: list(role === 'assistant' ? said : part) }),
      ]),
    ),
  );

function isSignedReasoning(item: JsonObject): boolean {
  if (stringOf(member(item, 'type')) !== 'reasoning') return false;
  const sealed = stringOf(member(item, 'encrypted_content'));
  const kind = sealed === undefined ? undefined : unseal(sealed)?.kind;
  return kind === 'signature' || kind === 'thought';
}

const PLAIN_ITEM = itemPlace(byType(RESPONSES_PARTS, MARKED));
const ITEM: Place = {
  pick: (item) => (isSignedReasoning(item) ? SIGNED_REASONING : PLAIN_ITEM.pick?.(item)),
};

const PROVIDER_TOOLS =
  'web_search web_search_preview file_search code_interpreter image_generation mcp';

export const RESPONSES_TOOL: Members = {
  type: word(`function custom ${PROVIDER_TOOLS}`),
  ...known('name description strict'),
  parameters: JSON_SCHEMA,
  cache_control: CACHE_CONTROL,
  vector_store_ids: list(REFERENCE),
};

/** Members of a request that name what is stored, and how an answer is to be made. */
export const RESPONSES_MEMBERS: Members = {
  text: object({
    verbosity: word('low medium high'),
    format: object({
      type: word('text json_object json_schema'),
      schema: JSON_SCHEMA,
      ...known('name description strict'),
    }),
  }),
  reasoning: object({
    effort: word('none minimal low medium high xhigh max'),
    summary: word('auto concise detailed'),
  }),
  previous_response_id: REFERENCE,
  conversation: { ...REFERENCE, ...object({ id: REFERENCE }) },
  truncation: word('auto disabled'),
};

/** Where the schema of a request exempts a value, and which form the value must have there. */
export const RESPONSES_REQUEST: Place = object({
  ...RESPONSES_MEMBERS,
  gw: DROPPED,
  model: MODEL,
  input: list(ITEM),
  tools: list(object(RESPONSES_TOOL)),
  tool_choice: {
    ...word('none auto required'),
    ...object({
      type: word('function custom allowed_tools'),
      mode: word('auto required'),
      name: KNOWN,
      tools: list(object({ type: word('function custom'), name: KNOWN })),
    }),
  },
  service_tier: word('auto default flex scale priority'),
  prompt_cache_retention: word('in_memory in-memory 24h'),
  stream_options: object(known('include_obfuscation')),
  ...known(
    'max_output_tokens max_tool_calls temperature top_p top_logprobs stream store background ' +
      'parallel_tool_calls instructions user safety_identifier prompt_cache_key',
  ),
});
