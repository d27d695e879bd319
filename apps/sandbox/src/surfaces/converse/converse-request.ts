import { createHash } from 'node:crypto';
import { checkClaude } from '../../makers/claude.js';
import { invalid } from '../../provider-error.js';
import { converseRequest, fieldsOfModel } from './converse-schema.js';

/** The parts of a request that the sandbox reads, after `readConverseRequest` checked it all. */
export interface ConverseRequest {
  readonly messages: readonly Message[];
  readonly system?: readonly Block[];
  readonly inferenceConfig?: {
    readonly maxTokens?: number;
    readonly temperature?: number;
    readonly topP?: number;
    readonly stopSequences?: readonly string[];
  };
  readonly toolConfig?: {
    readonly tools: readonly { readonly toolSpec?: ToolSpec; readonly cachePoint?: CachePoint }[];
    readonly toolChoice?: {
      readonly auto?: object;
      readonly any?: object;
      readonly tool?: { readonly name: string };
    };
  };
  readonly outputConfig?: {
    readonly textFormat: {
      readonly structure: { readonly jsonSchema: { readonly schema: string } };
    };
  };
  readonly additionalModelResponseFieldPaths?: readonly string[];
  readonly additionalModelRequestFields?: {
    readonly thinking?: { readonly type: string; readonly budget_tokens?: number };
    readonly output_config?: { readonly effort: string };
    readonly top_k?: number;
  };
}

export interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: readonly Block[];
}

export interface Block {
  readonly text?: string;
  readonly image?: object;
  readonly document?: { readonly name: string };
  readonly cachePoint?: CachePoint;
  readonly toolUse?: { readonly toolUseId: string };
  readonly toolResult?: {
    readonly toolUseId: string;
    readonly content: readonly Block[];
    readonly status?: string;
  };
  readonly reasoningContent?: {
    readonly reasoningText?: { readonly text: string; readonly signature?: string };
  };
}

interface CachePoint {
  readonly ttl?: string;
}

interface ToolSpec {
  readonly name: string;
  readonly inputSchema: { readonly json: unknown };
}

/** @throws ProviderError 400, as strictly as the provider would for a model of that maker */
export function readConverseRequest(body: unknown, modelId: string): ConverseRequest {
  converseRequest(body, '');
  const request = body as ConverseRequest;
  fieldsOfModel(modelId)(
    request.additionalModelRequestFields ?? {},
    'additionalModelRequestFields',
  );
  checkTurns(request);
  checkDocuments(request);
  checkPoints(request, modelId);
  checkMaker(request, modelId);
  checkThinking(request);
  return request;
}

/** What the model of that version refuses, beside its maker's others. @throws ProviderError 400 */
export function checkVersion(
  { additionalModelRequestFields: fields, inferenceConfig: inference }: ConverseRequest,
  modelId: string,
): void {
  checkClaude(modelId, {
    thinking: fields?.thinking,
    effort: fields?.output_config?.effort,
    temperature: inference?.temperature,
    topP: inference?.topP,
    topK: fields?.top_k,
  });
}

export const toolsOf = ({ toolConfig }: ConverseRequest): readonly ToolSpec[] =>
  (toolConfig?.tools ?? []).flatMap(({ toolSpec }) => toolSpec ?? []);

function checkTurns({ messages, toolConfig }: ConverseRequest): void {
  let open: readonly string[] = [];
  messages.forEach(({ role, content }, index) => {
    const where = `messages.${index}`;
    const expected = index % 2 === 0 ? 'user' : 'assistant';
    if (role !== expected) {
      throw invalid('A conversation must alternate between user and assistant roles.', where);
    }
    const results = content.flatMap(({ toolResult }) => toolResult?.toolUseId ?? []);
    if (results.length !== open.length || results.some((id) => !open.includes(id))) {
      const message = `The number of toolResult blocks at ${where}.content does not match the number of toolUse blocks of previous turn, or their ids differ.`;
      throw invalid(message, where);
    }
    open = content.flatMap(({ toolUse }) => toolUse?.toolUseId ?? []);
    if ((open.length > 0 || results.length > 0) && !toolConfig) {
      const message =
        'The toolConfig field must be defined when using toolUse and toolResult content blocks.';
      throw invalid(message, where);
    }
  });
  if (open.length > 0) throw invalid('Expected toolResult blocks for all toolUse blocks.');
  const last = messages.at(-1);
  if (last?.role === 'assistant' && /\s$/.test(last.content.at(-1)?.text ?? '')) {
    throw invalid('The final assistant content cannot end with trailing whitespace.');
  }
}

function checkDocuments({ messages }: ConverseRequest): void {
  const names = new Set<string>();
  for (const { content } of messages) {
    const inResults = content.flatMap(({ toolResult }) => toolResult?.content ?? []);
    for (const { document } of [...content, ...inResults]) {
      if (!document) continue;
      if (names.has(document.name)) throw invalid('Documents must have distinct names.');
      names.add(document.name);
    }
    if (content.some(({ document }) => document) && !content.some(({ text }) => text)) {
      throw invalid('A message with a document must have a text, too.');
    }
  }
}

const POINTS_MAX = 4;

function checkPoints(
  { messages, system = [], toolConfig }: ConverseRequest,
  modelId: string,
): void {
  const lists = [toolConfig?.tools ?? [], system, ...messages.map(({ content }) => content)];
  const points = lists.flatMap((list) => list.flatMap(({ cachePoint }) => cachePoint ?? []));
  if (points.length === 0) return;
  const takes = modelId.includes('claude') || modelId.includes('nova');
  const inTools = toolConfig?.tools.some(({ cachePoint }) => cachePoint);
  if (!takes || (inTools && modelId.includes('nova'))) {
    throw invalid(
      'Malformed input request: #: extraneous key [cachePoint] is not permitted, please reformat your input and try again.',
    );
  }
  if (points.length > POINTS_MAX) throw invalid(`At most ${POINTS_MAX} cache points are allowed.`);
  const hours = points.map(({ ttl }) => ttl === '1h');
  if (hours.some((isHour, index) => isHour && hours[index - 1] === false)) {
    throw invalid("A cache point with ttl='1h' must not come after one with ttl='5m'.");
  }
  for (const list of lists) {
    list.forEach((block: Block, index) => {
      const before: Block | undefined = list[index - 1];
      if (!block.cachePoint) return;
      if (!before || before.cachePoint || before.document || before.reasoningContent) {
        throw invalid('A cache point may not stand there.');
      }
    });
  }
}

const STATUS_REFUSED = /writer|palmyra/;
const CHOICE_TAKEN = /claude|nova|kimi|moonshot/;
const ALONE = /llama|mistral|writer|palmyra/;

/** What models of one maker refuse. */
function checkMaker({ messages, toolConfig }: ConverseRequest, modelId: string): void {
  if (toolConfig?.toolChoice && !CHOICE_TAKEN.test(modelId)) {
    throw invalid("This model doesn't support the toolConfig.toolChoice field.");
  }
  for (const { content } of messages) {
    const results = content.filter(({ toolResult }) => toolResult);
    if (results.length === 0) continue;
    const rest = content.filter(({ toolResult, cachePoint }) => !toolResult && !cachePoint);
    const isBroken = ALONE.test(modelId)
      ? rest.length > 0
      : modelId.includes('claude') && rest.some(({ document }) => document);
    if (isBroken) throw invalid('Tool results may not share a message with that.');
    if (STATUS_REFUSED.test(modelId) && results.some(({ toolResult }) => toolResult?.status)) {
      throw invalid("This model doesn't support the status field of tool results.");
    }
  }
}

/** What the sandbox signs its thinking with: it comes back unaltered, or not at all. */
export const signatureOf = (thinking: string): string =>
  createHash('sha256').update(`sandbox|${thinking}`).digest('base64');

function checkThinking(request: ConverseRequest): void {
  const { messages, inferenceConfig, toolConfig, additionalModelRequestFields: fields } = request;
  for (const { reasoningContent } of messages.flatMap(({ content }) => content)) {
    const said = reasoningContent?.reasoningText;
    if (said && said.signature !== signatureOf(said.text)) {
      throw invalid('Invalid `signature` in `thinking` block');
    }
  }
  const thinking = fields?.thinking;
  if (thinking?.type !== 'enabled') return;
  if ((thinking.budget_tokens ?? 0) >= (inferenceConfig?.maxTokens ?? 4_096)) {
    throw invalid('`max_tokens` must be greater than `thinking.budget_tokens`.');
  }
  if (toolConfig?.toolChoice && !toolConfig.toolChoice.auto) {
    throw invalid('Thinking may not be enabled when tool_choice forces tool use.');
  }
  const said = messages.findLast(({ role }) => role === 'assistant')?.content ?? [];
  if (said.some(({ toolUse }) => toolUse) && !said[0]?.reasoningContent) {
    throw invalid('Expected `thinking` or `redacted_thinking`, but found `tool_use`.');
  }
}
