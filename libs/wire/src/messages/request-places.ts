import { JSON_SCHEMA } from '../texts/json-schema.js';
import { CACHE_CONTROL, MARKED, REMOVED_THINKING, signable } from '../texts/parts.js';
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

const TEXT: Members = { text: KNOWN, citations: {} };

const MEDIA_TYPE = word('image/png image/jpeg image/gif image/webp application/pdf text/plain');

const sourceOf = (kind: 'image' | 'document'): Place =>
  byType({
    base64: { media_type: MEDIA_TYPE, data: bytesOf(kind) },
    url: { url: addressOf(kind) },
    file: { file_id: REFERENCE },
    text: { media_type: MEDIA_TYPE, data: KNOWN },
    content: { content: list(byType({ text: TEXT, image: IMAGE }, MARKED)) },
  });

const IMAGE: Members = { source: { pick: (source) => sourceOf('image').pick?.(source) } };

/** What a user, the system or a tool may say. */
const SAID_TO: Readonly<Record<string, Members>> = {
  text: TEXT,
  image: { source: sourceOf('image') },
  document: {
    source: sourceOf('document'),
    ...known('title context'),
    citations: object(known('enabled')),
  },
};

const USER_BLOCK = byType(
  {
    ...SAID_TO,
    tool_result: { ...known('tool_use_id is_error'), content: list(byType(SAID_TO, MARKED)) },
  },
  MARKED,
);

/** Its thinking under a signature goes back as it came; without one it is text like all text. */
const ASSISTANT_BLOCK = signable(
  byType(
    {
      ...SAID_TO,
      tool_use: known('id name'),
      server_tool_use: known('id name'),
      thinking: known('thinking signature'),
      redacted_thinking: { data: SEALED },
    },
    MARKED,
  ),
  'thinking',
  ['thinking'],
  REMOVED_THINKING,
);

const turn = (role: string, block: Place): Place =>
  object({ role: word(role), content: list(block) });

const MESSAGE = byWord('role', {
  user: turn('user', USER_BLOCK),
  assistant: turn('assistant', ASSISTANT_BLOCK),
  system: turn('system', byType(SAID_TO, MARKED)),
});

const FORMAT: Place = object({ type: word('json_schema'), schema: JSON_SCHEMA });

const TOOL: Place = object({
  type: word('custom'),
  cache_control: CACHE_CONTROL,
  input_schema: JSON_SCHEMA,
  ...known('name description strict'),
});

/** Where the schema of a request exempts a value, and which form the value must have there. */
export const MESSAGES_REQUEST: Place = object({
  gw: DROPPED,
  model: MODEL,
  messages: list(MESSAGE),
  system: list(byType({ text: TEXT }, MARKED)),
  tools: list(TOOL),
  tool_choice: object({
    type: word('auto any tool none'),
    ...known('name disable_parallel_tool_use'),
  }),
  thinking: object({
    type: word('enabled adaptive disabled'),
    display: word('summarized omitted'),
    ...known('budget_tokens'),
  }),
  output_config: object({ effort: word('low medium high xhigh max'), format: FORMAT }),
  output_format: FORMAT,
  metadata: object(known('user_id')),
  service_tier: word('auto standard_only'),
  cache_control: CACHE_CONTROL,
  ...known('max_tokens temperature top_p top_k stream stop_sequences'),
});
