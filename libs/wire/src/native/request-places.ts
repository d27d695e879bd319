import { JSON_SCHEMA } from '../texts/json-schema.js';
import { AUDIO_FORMAT, CACHE_CONTROL, DETAIL, MARKED, signable } from '../texts/parts.js';
import {
  addressOf,
  bytesOf,
  byType,
  DROPPED,
  byWord,
  known,
  KNOWN,
  list,
  MODEL,
  object,
  REFERENCE,
  SEALED,
  word,
  type Members,
  type Place,
} from '../texts/place.js';

/** Parts of a Responses item, and blocks of a Messages turn. */
const PART_TYPES: Readonly<Record<string, Members>> = {
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
  text: known('text'),
  image: { source: sourceOf('image') },
  document: { source: sourceOf('document'), ...known('title context') },
  tool_use: known('id name'),
  thinking: known('thinking signature'),
  redacted_thinking: { data: SEALED },
};

function sourceOf(kind: 'image' | 'document'): Place {
  return object({
    type: word('base64 url file text'),
    media_type: word('image/png image/jpeg image/gif image/webp application/pdf text/plain'),
    data: bytesOf(kind),
    url: addressOf(kind),
    file_id: REFERENCE,
  });
}

const PARTS = byType(PART_TYPES, MARKED);
const SAID = signable(PARTS, 'thinking', ['thinking']);

const CALL = known('id call_id name arguments input');
const ITEM_TYPES: Readonly<Record<string, Members>> = {
  message: { id: REFERENCE, role: role(), content: list(PARTS) },
  function_call: CALL,
  custom_tool_call: CALL,
  function_call_output: { ...known('id call_id'), output: list(PARTS) },
  custom_tool_call_output: { ...known('id call_id'), output: list(PARTS) },
  reasoning: {
    id: REFERENCE,
    summary: list(PARTS),
    content: list(PARTS),
    encrypted_content: SEALED,
  },
  compaction: { id: REFERENCE, encrypted_content: SEALED },
  item_reference: { id: REFERENCE },
};

const TYPED_ITEM = byType(ITEM_TYPES, {
  ...MARKED,
  status: word('in_progress completed incomplete'),
});
const turn = (name: string, part: Place): Place =>
  object({ role: word(name), content: list(part) });
const TURN = byWord('role', {
  user: turn('user', PARTS),
  system: turn('system', PARTS),
  developer: turn('developer', PARTS),
  assistant: turn('assistant', SAID),
});

/** An item says its type, or is a message that says only its role; a part may stand alone. */
const ITEM: Place = {
  pick: (item) => TYPED_ITEM.pick?.(item) ?? TURN.pick?.(item) ?? PARTS.pick?.(item),
};

const TOOL: Place = object({
  type: word(
    'function custom web_search web_search_preview file_search code_interpreter image_generation mcp',
  ),
  ...known('name description strict'),
  parameters: JSON_SCHEMA,
  input_schema: JSON_SCHEMA,
  cache_control: CACHE_CONTROL,
  vector_store_ids: list(REFERENCE),
});

/** The requests of all formats that are only forwarded: their schemas do not contradict each other. */
export const NATIVE_REQUEST: Place = object({
  gw: DROPPED,
  model: MODEL,
  input: list(ITEM),
  messages: list(TURN),
  tools: list(TOOL),
  tool_choice: {
    ...word('none auto required any'),
    ...object({ type: word('function custom auto any tool none'), name: KNOWN }),
  },
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
  file: REFERENCE,
  training_file: REFERENCE,
  validation_file: REFERENCE,
  input_file_id: REFERENCE,
  encoding_format: word('float base64'),
  response_format: {
    ...word('url b64_json json text srt verbose_json vtt mp3 opus aac flac wav pcm'),
    ...object({ type: word('text json_object json_schema') }),
  },
  truncation: word('auto disabled'),
  service_tier: word('auto default flex scale priority standard_only'),
  size: word('auto 256x256 512x512 1024x1024 1024x1536 1536x1024 1024x1792 1792x1024'),
  quality: word('auto standard hd low medium high'),
  ...known(
    'max_tokens max_output_tokens max_tool_calls n temperature top_p top_k seed dimensions stream ' +
      'store background frequency_penalty presence_penalty logprobs top_logprobs best_of speed ' +
      'instructions prompt suffix user safety_identifier prompt_cache_key',
  ),
});

function role(): Place {
  return word('user assistant system developer');
}
