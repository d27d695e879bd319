import { NO_FEATURES, type InspectedCall, type RequestFeatures, type RequestSegments } from '#call';
import { GatewayError, member, parseJson, type JsonNode } from '#kernel';
import { cutSegments, spoken, type Conversation, type RequestPart } from '#wire';

/** A conversation of more values takes longer than a turn of the event loop; it is long, and that counts. */
const NODES_MAX = 8_192;
/** Of what a conversation begins with: enough to tell it from others. */
const BEGINNING_CHARS = 4_096;
const SCHEMA_CHARS_MAX = 65_536; // A longer one is deep enough.

export interface AutoReading {
  /** As the router reads it; null where there is no text of a request. */
  readonly segments: RequestSegments | null;
  readonly features: RequestFeatures;
  /** Tells the conversation from others of its workload; null where nothing does. */
  readonly conversation: string | null;
}

/** What of an inspected request `gw/auto` goes by. */
export function readAutoRequest(call: InspectedCall): AutoReading {
  const { operation, request } = call.inspection;
  const { inputTokens: promptTokens } = call.expected;
  const unread = { segments: null, features: { ...NO_FEATURES, promptTokens }, conversation: null };
  if (operation.kind !== 'chat' || request.kind !== 'json') return unread;
  if (request.document.nodes > NODES_MAX) return unread;
  try {
    const conversation = spoken[operation.protocol].readConversation(request.document);
    return {
      segments: segmentsOf(conversation),
      features: { ...featuresOf(conversation), promptTokens },
      conversation: beginningOf(conversation),
    };
  } catch (fault) {
    // What a translation could not say may be fine for a provider of the caller's own format.
    if (fault instanceof GatewayError) return unread;
    throw fault;
  }
}

function segmentsOf({ system, turns }: Conversation): RequestSegments | null {
  const at = turns.findLastIndex(({ role, parts }) => role === 'user' && textOf(parts) !== '');
  const asked = turns[at];
  if (!asked) return null;
  const before = turns.slice(0, at).findLast(({ role }) => role === 'assistant');
  return cutSegments({
    request: textOf(asked.parts),
    attachments: asked.parts.flatMap(attachmentOf),
    previous: before ? textOf(before.parts) : '',
    system: textOf(system),
  });
}

function beginningOf({ cacheKey, system, turns }: Conversation): string | null {
  if (cacheKey !== undefined) return `key ${cacheKey}`;
  const first = turns.find(({ role }) => role === 'user');
  if (!first) return null;
  return `${textOf(system)}\n${textOf(first.parts)}`.slice(0, BEGINNING_CHARS);
}

const textOf = (parts: readonly RequestPart[]): string =>
  parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n');

function attachmentOf(part: RequestPart): readonly string[] {
  if (part.type === 'image') return ['image'];
  if (part.type !== 'file') return [];
  const mime = part.source.kind === 'base64' ? ` (${part.source.mime})` : '';
  return [`${part.filename ?? 'file'}${mime}`];
}

function featuresOf({ turns, tools, output, effort, thinking }: Conversation): RequestFeatures {
  const parts = turns.flatMap((turn) => turn.parts);
  const count = (type: RequestPart['type']): number =>
    parts.filter((part) => part.type === type).length;
  const schema = output?.type === 'json_schema' ? output.schema : undefined;
  return {
    promptTokens: 0,
    tools: tools.length,
    toolResults: count('tool_result'),
    images: count('image'),
    files: count('file'),
    audio: count('audio'),
    asksJson: output !== undefined && output.type !== 'text',
    schemaDepth: schema === undefined ? 0 : depthOf(schema),
    effort: effortOf(effort, thinking?.mode),
  };
}

function effortOf(effort: string | undefined, mode: string | undefined): 'low' | 'high' | null {
  if (effort === 'high' || effort === 'xhigh' || effort === 'max') return 'high';
  if (effort === 'low' || effort === 'minimal' || effort === 'none') return 'low';
  return mode === 'disabled' ? 'low' : null;
}

const DEPTH_MOST = 100;

function depthOf(schema: string): number {
  return schema.length > SCHEMA_CHARS_MAX ? DEPTH_MOST : nestedObjects(parseJson(schema).root);
}

/** Objects within objects, whatever holds them: lists, definitions, alternatives. */
function nestedObjects(node: JsonNode): number {
  if (node.kind === 'array') return Math.max(0, ...node.items.map(nestedObjects));
  if (node.kind !== 'object') return 0;
  const within = Math.max(0, ...node.values.map(nestedObjects));
  return within + (member(node, 'properties')?.kind === 'object' ? 1 : 0);
}
