import { JSON_SCHEMA } from '../texts/json-schema.js';
import {
  AUDIO_FORMAT,
  CACHE_CONTROL,
  DETAIL,
  MARKED,
  REMOVED_THINKING,
  signable,
} from '../texts/parts.js';
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
  word,
  type Members,
  type Place,
} from '../texts/place.js';

const PART_TYPES: Readonly<Record<string, Members>> = {
  text: known('text'),
  refusal: known('refusal'),
  image_url: {
    image_url: { ...addressOf('image'), ...object({ url: addressOf('image'), detail: DETAIL }) },
  },
  input_audio: {
    input_audio: {
      ...bytesOf('audio'),
      ...object({ data: bytesOf('audio'), format: AUDIO_FORMAT }),
    },
  },
  file: {
    file: object({
      file_data: bytesOf('document'),
      file_id: REFERENCE,
      ...known('filename'),
    }),
    file_id: REFERENCE,
  },
  document_url: {
    document_url: { ...addressOf('document'), ...object({ url: addressOf('document') }) },
    ...known('document_name'),
  },
  thinking: known('thinking signature'),
};

const PART = byType(PART_TYPES, MARKED);
const SAID = signable(PART, 'thinking', ['thinking'], REMOVED_THINKING);

const REASONING_DETAIL = signable(
  object({
    type: word('reasoning.text reasoning.summary reasoning.encrypted'),
    data: SEALED,
    ...known('text summary format id index'),
  }),
  'text',
  ['reasoning.text'],
  '',
);

const TOOL_CALL: Place = object({
  type: word('function custom'),
  ...known('id index'),
  function: object(known('name arguments')),
  custom: object(known('name input')),
  extra_content: object({ google: object({ thought_signature: SEALED }) }),
});

const message = (role: string, part: Place, more: Members = {}): Place =>
  object({ role: word(role), content: list(part), ...known('name'), ...more });

const MESSAGE: Place = byWord('role', {
  system: message('system', PART),
  developer: message('developer', PART),
  user: message('user', PART),
  tool: message('tool', PART, known('tool_call_id')),
  function: message('function', PART),
  assistant: message('assistant', SAID, {
    ...known('refusal reasoning reasoning_content'),
    audio: object({ id: REFERENCE }),
    function_call: object(known('name arguments')),
    tool_calls: list(TOOL_CALL),
    reasoning_details: list(REASONING_DETAIL),
  }),
});

const TOOL: Place = object({
  type: word('function custom'),
  cache_control: CACHE_CONTROL,
  function: object({ ...known('name description strict'), parameters: JSON_SCHEMA }),
  custom: object({
    ...known('name description'),
    format: object({
      type: word('text grammar'),
      grammar: object({ syntax: word('lark regex'), definition: KNOWN }),
    }),
  }),
});

const SETTINGS = known(
  'max_tokens max_completion_tokens n temperature top_p top_k min_p seed frequency_penalty ' +
    'presence_penalty repetition_penalty logprobs top_logprobs stream parallel_tool_calls store ' +
    'stop user safety_identifier prompt_cache_key',
);

/** Where the schema of a chat request exempts a value, and which form the value must have there. */
export const CHAT_REQUEST: Place = object({
  gw: DROPPED,
  model: MODEL,
  messages: list(MESSAGE),
  tools: list(TOOL),
  tool_choice: {
    ...word('none auto required any'),
    ...object({
      type: word('function custom allowed_tools'),
      function: object(known('name')),
      custom: object(known('name')),
    }),
  },
  functions: list(object({ ...known('name description'), parameters: JSON_SCHEMA })),
  function_call: { ...word('none auto'), ...object(known('name')) },
  response_format: object({
    type: word('text json_object json_schema'),
    json_schema: object({ ...known('name description strict'), schema: JSON_SCHEMA }),
  }),
  stream_options: object(known('include_usage include_obfuscation')),
  modalities: list(word('text audio image')),
  audio: object({ format: AUDIO_FORMAT, voice: KNOWN }),
  prediction: object({ type: word('content'), content: list(PART) }),
  reasoning_effort: word('none minimal low medium high xhigh max default'),
  verbosity: word('low medium high'),
  service_tier: word('auto default flex scale priority standard_only'),
  prompt_cache_retention: word('in_memory in-memory 24h'),
  ...SETTINGS,
});
