import { JSON_SCHEMA } from '../texts/json-schema.js';
import {
  itemPlace,
  RESPONSES_MEMBERS,
  RESPONSES_PARTS,
  RESPONSES_TOOL,
  turnPlace,
} from '../responses/request-places.js';
import { MARKED, REMOVED_THINKING, signable } from '../texts/parts.js';
import {
  addressOf,
  bytesOf,
  byType,
  DROPPED,
  known,
  KNOWN,
  list,
  MODEL,
  object,
  REFERENCE,
  SEALED,
  textOrTokens,
  word,
  type Members,
  type Place,
} from '../texts/place.js';

/** Parts of a Responses item, and blocks of a Messages turn. */
const PART_TYPES: Readonly<Record<string, Members>> = {
  ...RESPONSES_PARTS,
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
const SAID = signable(PARTS, 'thinking', ['thinking'], REMOVED_THINKING);

const ITEM = itemPlace(PARTS, SAID);
const TURN = turnPlace(PARTS, SAID);

const TOOL: Place = object({ ...RESPONSES_TOOL, input_schema: JSON_SCHEMA });

/** The requests of all formats that are only forwarded: their schemas do not contradict each other. */
export const NATIVE_REQUEST: Place = object({
  ...RESPONSES_MEMBERS,
  gw: DROPPED,
  model: MODEL,
  input: textOrTokens(ITEM),
  prompt: textOrTokens(),
  // Of servers that imitate OpenAI's.
  prompt_token_ids: textOrTokens(),
  input_ids: textOrTokens(),
  token_ids: textOrTokens(),
  tokens: textOrTokens(),
  messages: list(TURN),
  tools: list(TOOL),
  tool_choice: {
    ...word('none auto required any'),
    ...object({ type: word('function custom auto any tool none'), name: KNOWN }),
  },
  file: REFERENCE,
  training_file: REFERENCE,
  validation_file: REFERENCE,
  input_file_id: REFERENCE,
  encoding_format: word('float base64'),
  response_format: {
    ...word('url b64_json json text srt verbose_json vtt mp3 opus aac flac wav pcm'),
    ...object({ type: word('text json_object json_schema') }),
  },
  service_tier: word('auto default flex scale priority standard_only'),
  size: word('auto 256x256 512x512 1024x1024 1024x1536 1536x1024 1024x1792 1792x1024'),
  quality: word('auto standard hd low medium high'),
  ...known(
    'max_tokens max_output_tokens max_tool_calls n temperature top_p top_k seed dimensions stream ' +
      'store background frequency_penalty presence_penalty logprobs top_logprobs best_of speed ' +
      'instructions suffix user safety_identifier prompt_cache_key',
  ),
});
