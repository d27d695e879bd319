import { createHash } from 'node:crypto';
import { checkClaude } from '../../makers/claude.js';
import { invalid } from '../../provider-error.js';
import { messagesRequest } from './messages-schema.js';

/** The parts of a request that the sandbox reads, after `readMessagesRequest` checked it all. */
export interface MessagesRequest {
  readonly model: string;
  readonly max_tokens: number;
  readonly messages: readonly Message[];
  readonly system?: string | readonly Block[] | null;
  readonly tools?: readonly {
    readonly name: string;
    readonly input_schema: unknown;
    readonly cache_control?: object | null;
  }[];
  readonly tool_choice?: { readonly type: string; readonly name?: string } | null;
  readonly thinking?: { readonly type: string; readonly budget_tokens?: number } | null;
  readonly output_config?: {
    readonly effort?: string | null;
    readonly format?: { readonly schema: unknown } | null;
  } | null;
  readonly stop_sequences?: readonly string[] | null;
  readonly stream?: boolean | null;
  readonly temperature?: number | null;
  readonly top_k?: number | null;
  readonly top_p?: number | null;
}

export interface Message {
  readonly role: 'user' | 'assistant' | 'system';
  readonly content: string | readonly Block[];
}

export interface Block {
  readonly type: string;
  readonly text?: string;
  readonly id?: string;
  readonly name?: string;
  readonly input?: unknown;
  readonly tool_use_id?: string;
  readonly content?: string | readonly Block[];
  readonly thinking?: string;
  readonly signature?: string;
  readonly cache_control?: object | null;
}

const MARKS_MAX = 4;

/** @throws ProviderError 400, as strictly as the provider would */
export function readMessagesRequest(body: unknown): MessagesRequest {
  messagesRequest(body, '');
  const request = body as MessagesRequest;
  checkTurns(request.messages);
  checkThinking(request);
  checkClaude(request.model, {
    thinking: request.thinking,
    effort: request.output_config?.effort,
    temperature: request.temperature,
    topP: request.top_p,
    topK: request.top_k,
  });
  checkMarks(request);
  const choice = request.tool_choice;
  if (choice && choice.type !== 'none' && !request.tools) {
    throw invalid('tool_choice may only be specified while providing tools', 'tool_choice');
  }
  if (choice?.type === 'tool' && !request.tools?.some(({ name }) => name === choice.name)) {
    throw invalid(`Tool '${choice.name}' not found in provided tools`, 'tool_choice');
  }
  return request;
}

export const blocksOf = (content: string | readonly Block[] | undefined): readonly Block[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []);

function checkTurns(messages: readonly Message[]): void {
  let open: readonly string[] = [];
  messages.forEach(({ role, content }, index) => {
    const path = `messages.${index}`;
    if (role === 'system' && open.length === 0 && index > 0) return;
    if (index === 0 && role !== 'user')
      throw invalid(`${path}: first message must use the "user" role`);
    const blocks = blocksOf(content);
    const results = blocks.flatMap(({ tool_use_id: id }) => id ?? []);
    const missing = open.filter((id) => !results.includes(id));
    if (missing.length > 0) {
      throw invalid(
        `${path}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join(', ')}`,
      );
    }
    const orphan = results.find((id) => !open.includes(id));
    if (orphan !== undefined) {
      throw invalid(
        `${path}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${orphan}`,
      );
    }
    open = blocks.flatMap(({ type, id }) => (type === 'tool_use' ? (id ?? []) : []));
    for (const { type, thinking, signature } of blocks) {
      if (type === 'thinking' && signature !== signatureOf(thinking ?? '')) {
        throw invalid(`${path}: Invalid \`signature\` in \`thinking\` block`);
      }
    }
    const last = blocks.at(-1);
    if (index === messages.length - 1 && role === 'assistant' && /\s$/.test(last?.text ?? '')) {
      throw invalid(`${path}: final assistant content cannot end with trailing whitespace`);
    }
  });
  if (open.length > 0) {
    throw invalid(
      `messages: \`tool_use\` ids were found without \`tool_result\` blocks: ${open.join(', ')}`,
    );
  }
}

/** What the sandbox signs its thinking with: it comes back unaltered, or not at all. */
export const signatureOf = (thinking: string): string =>
  createHash('sha256').update(`sandbox|${thinking}`).digest('base64');

function checkThinking(request: MessagesRequest): void {
  const { thinking, max_tokens: tokensMax, tool_choice: choice, messages } = request;
  if (thinking?.type !== 'enabled') return;
  if ((thinking.budget_tokens ?? 0) >= tokensMax) {
    throw invalid('`max_tokens` must be greater than `thinking.budget_tokens`.', 'max_tokens');
  }
  if (choice?.type === 'any' || choice?.type === 'tool') {
    throw invalid('Thinking may not be enabled when tool_choice forces tool use.', 'tool_choice');
  }
  if (request.temperature !== undefined && request.temperature !== 1) {
    throw invalid('`temperature` may only be set to 1 when thinking is enabled.', 'temperature');
  }
  const said = messages.findLast(({ role }) => role === 'assistant');
  const [first, ...rest] = blocksOf(said?.content);
  const calls = [first, ...rest].some((block) => block?.type === 'tool_use');
  if (calls && !first?.type.endsWith('thinking')) {
    throw invalid('Expected `thinking` or `redacted_thinking`, but found `tool_use`.');
  }
}

function checkMarks({ messages, system, tools }: MessagesRequest): void {
  const blocks = [
    ...(tools ?? []),
    ...blocksOf(system ?? []),
    ...messages.flatMap(({ content }) => blocksOf(content)),
  ];
  const marks = blocks.filter(({ cache_control: mark }) => mark).length;
  if (marks > MARKS_MAX) {
    throw invalid(
      `A maximum of ${MARKS_MAX} blocks with cache_control may be provided. Found ${marks}.`,
    );
  }
}
