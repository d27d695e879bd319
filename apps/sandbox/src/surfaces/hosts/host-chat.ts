import type { Answer, SandboxRequest } from '../../http/answer.js';
import { invalid, notFound, type ErrorBody, type ProviderError } from '../../provider-error.js';
import { completeChat } from '../chat/chat-completions.js';
import { embed } from '../embeddings.js';
import { hostOf, type Host } from './hosts.js';

interface Message {
  readonly role?: unknown;
  readonly name?: unknown;
  readonly content?: unknown;
  readonly reasoning?: unknown;
  readonly reasoning_content?: unknown;
  readonly tool_calls?: unknown;
}

interface HostRequest {
  readonly model?: unknown;
  readonly messages?: unknown;
  readonly n?: unknown;
  readonly response_format?: { readonly type?: unknown } | null;
  readonly [member: string]: unknown;
}

/** POST /hosts/{name}/…/chat/completions: the chat format, as strict and as loose as the host is. */
export function chatAtHost(request: SandboxRequest): Answer {
  const host = hostAt(request.pathId);
  const body = request.body as HostRequest;
  const messages = Array.isArray(body.messages) ? (body.messages as readonly Message[]) : [];
  checkRequest(host, body, messages);
  const answer = completeChat({ ...request, body: inFormat(host, body, messages) });
  return host.thoughts === 'reasoning' ? renamed(answer) : answer;
}

/** POST /hosts/{name}/…/embeddings */
export function embedAtHost(request: SandboxRequest): Answer {
  const host = hostAt(request.pathId);
  if (host.hasNoVectors) throw notFound('Not Found');
  if (host.hasByteVectors) {
    throw invalid(
      "Invalid value: 'encoding_format' must be 'base64_int8' or 'base64_binary'.",
      'encoding_format',
    );
  }
  return embed(request);
}

/** @param place the name of the host, and the folder below which its API lies */
function hostAt(place: string): Host {
  const [name = '', ...folder] = place.split('/');
  const host = hostOf(name);
  if (host.folder === undefined || host.folder === folder.join('/')) return host;
  throw notFound(`There is nothing below /${folder.join('/')}.`);
}

function checkRequest(host: Host, body: HostRequest, messages: readonly Message[]): void {
  const refused = host.refuses?.find((name) => body[name] != null);
  if (refused !== undefined) throw unsupported(refused);
  if (host.givesOneAnswer && body.n != null && body.n !== 1) {
    throw invalid("'n' : number must be at most 1", 'n');
  }
  if (host.hasNoTools && body['tools']) {
    throw invalid('Tool calling is not supported for this model', 'tools');
  }
  if (host.hasNoSchemas && body.response_format?.type === 'json_schema') {
    throw invalid('This response_format type is unavailable now', 'response_format');
  }
  const lastOfUser = messages.findLastIndex(({ role }) => role === 'user');
  const wantsThoughts = host.wantsThoughts?.test(String(body.model)) ?? false;
  messages.forEach((message, index) => {
    const at = `messages[${index}]`;
    if (message.role === 'developer') {
      throw invalid(
        `${at}.role: unknown variant \`developer\`, expected one of \`system\`, \`user\`, \`assistant\`, \`tool\``,
        `${at}.role`,
      );
    }
    checkParts(host, message, at);
    if (host.refusesNames && message.name !== undefined) throw unsupported(`${at}.name`);
    const other = host.thoughts === 'reasoning' ? 'reasoning_content' : 'reasoning';
    if (host.knowsOneName && message[other] !== undefined) throw unsupported(`${at}.${other}`);
    const isOpen = message.role === 'assistant' && message.tool_calls && index > lastOfUser;
    if (wantsThoughts && isOpen && typeof message.reasoning_content !== 'string') {
      throw invalid(
        `Missing \`reasoning_content\` field in the assistant message at message index ${index}.`,
      );
    }
  });
}

function checkParts({ parts }: Host, { content }: Message, at: string): void {
  if (!parts || !Array.isArray(content)) return;
  content.forEach(({ type }: { readonly type?: unknown }, index) => {
    if (parts.includes(String(type)) || type === 'refusal') return;
    const known = parts.map((one) => `\`${one}\``).join(', ');
    throw invalid(
      `${at}.content[${index}]: unknown variant \`${String(type)}\`, expected one of ${known}`,
    );
  });
}

const unsupported = (param: string) => invalid(`property '${param}' is unsupported`, param);

/** The same in the words of the format itself, which is then as strict as it is. */
function inFormat(host: Host, body: HostRequest, messages: readonly Message[]): unknown {
  const taken = new Set(host.takes);
  const rest = Object.entries(body).filter(([name]) => !taken.has(name));
  return {
    ...Object.fromEntries(rest),
    ...(messages.length > 0 && {
      messages: messages.map(({ reasoning, ...message }) =>
        reasoning === undefined ? message : { ...message, reasoning_content: reasoning },
      ),
    }),
  };
}

/** Within a text its quotes would stand behind backslashes. */
const inItsWord = (json: string): string => json.replaceAll('"reasoning_content":', '"reasoning":');

function renamed(answer: Answer): Answer {
  if (!('events' in answer)) return { ...answer, body: inItsWord(String(answer.body)) };
  const { events } = answer;
  const inItsWords = function* () {
    for (const event of events) yield inItsWord(String(event));
  };
  return { ...answer, events: inItsWords() };
}

const HOST_PATH = /^\/hosts\/([^/]+)/;

/** As the host of a path tells an error; undefined where the path is no host's. */
export function hostError(
  { body }: ProviderError,
  path: string,
): ErrorBody | { readonly error: ErrorBody } | undefined {
  const name = HOST_PATH.exec(path)?.[1];
  if (name === undefined) return undefined;
  return hostOf(name).tellsErrorsBare ? body : { error: body };
}
