import { fitId, type IdRule } from '../conversation/fit-id.js';
import { inputSchema, toolInput } from '../conversation/tool-input.js';
import { writeJson } from '../conversation/write-json.js';
import { IN_JSON, inSchema } from '../conversation/in-words.js';
import type {
  CacheMark,
  Conversation,
  RequestPart,
  Tool,
  ToolChoice,
  ToolResultPart,
  Turn,
} from '../conversation/conversation.js';
import { fitOutputSchema } from '../messages/output-schema.js';
import { cachePoints, markOf, type CachePoint } from './cache-points.js';
import { documentOf, DocumentNames, imageOf } from './media.js';
import { modelRules, type ModelRules } from './model-rules.js';
import { redactedBlock } from './redacted-block.js';
import { sayableTurns } from './sayable.js';

const ID: IdRule = { pattern: /^[a-zA-Z0-9_-]{1,64}$/, length: 24 };
const TEMPERATURE_MAX = 1; // Other formats go up to 2.
const TIERS: ReadonlySet<string> = new Set(['default', 'flex', 'priority', 'reserved']);

/**
 * A request of Bedrock's Converse from canonical form; `model` is the id at Bedrock, which stands in the
 * path. What the format, or the model, cannot say is left out.
 * @throws field_invalid for images and documents that are not in the request itself
 */
export function writeConverseRequest(conversation: Conversation): string {
  return new RequestWriter(conversation, modelRules(conversation.model)).write();
}

type Block = Readonly<Record<string, unknown>>;

class RequestWriter {
  private readonly points: ReadonlyMap<CacheMark, CachePoint>;
  private readonly names = new DocumentNames();

  constructor(
    private readonly conversation: Conversation,
    private readonly rules: ModelRules,
  ) {
    this.points = cachePoints(conversation, rules);
  }

  write(): string {
    const { sampling, serviceTier: tier, isStreaming } = this.conversation;
    const { rules, conversation } = this;
    const tools = toolsOf(conversation, rules);
    const hasTools = tools.length > 0;
    const turns = sayableTurns(conversation.turns, rules, hasTools);
    return writeJson({
      messages: turns.map((turn) => this.messageOf(turn)),
      system: filled(this.systemBlocks()),
      inferenceConfig: {
        maxTokens: sampling.tokensMax,
        temperature: sampling.temperature && Math.min(sampling.temperature, TEMPERATURE_MAX),
        topP: sampling.topP,
        stopSequences: filled(sampling.stop?.filter((sequence) => sequence.trim() !== '')),
      },
      toolConfig: hasTools
        ? {
            tools: tools.flatMap((tool) => this.toolBlocks(tool)),
            toolChoice: choiceOf(conversation, rules),
          }
        : undefined,
      outputConfig: outputOf(conversation, rules),
      additionalModelRequestFields: ownFields(conversation, rules),
      additionalModelResponseFieldPaths:
        rules.thinking === 'claude'
          ? [isStreaming ? '/delta/stop_sequence' : '/stop_sequence']
          : undefined,
      serviceTier: tier !== undefined && TIERS.has(tier) ? { type: tier } : undefined,
      requestMetadata: metadataOf(conversation),
    });
  }

  private systemBlocks(): Block[] {
    const { system, output } = this.conversation;
    const blocks: Block[] = [];
    for (const part of system) {
      if (part.type !== 'text' || part.text.trim() === '') continue;
      blocks.push({ text: part.text });
      this.pushPoint(markOf(part), blocks);
    }
    const words = output && inWords(output, this.rules);
    return words === undefined ? blocks : [...blocks, { text: words }];
  }

  private messageOf({ role, parts }: Turn): object {
    const content: Block[] = [];
    for (const part of parts) {
      const block = this.blockOf(part);
      if (!block) continue;
      const mark = markOf(part);
      if (part.type === 'file') {
        // Directly behind a document a point is refused.
        if (content.length > 0) this.pushPoint(mark, content);
        content.push(block);
      } else {
        content.push(block);
        this.pushPoint(mark, content);
      }
    }
    const needsText =
      parts.some(({ type }) => type === 'file') && !content.some((block) => 'text' in block);
    return { role, content: needsText ? [...content, { text: '.' }] : content };
  }

  /** Two in a row are refused. */
  private pushPoint(mark: CacheMark | undefined, blocks: Block[]): void {
    const point = mark && this.points.get(mark);
    const last = blocks.at(-1);
    if (point && last && !('cachePoint' in last)) blocks.push({ ...point });
  }

  private blockOf(part: RequestPart): Block | undefined {
    switch (part.type) {
      case 'text':
      case 'refusal':
        return { text: part.text };
      case 'image':
        return { ...imageOf(part) };
      case 'file':
        return { ...documentOf(part, this.names.next(part.filename)) };
      case 'tool_call': {
        const { id, name, input, isCustom } = part;
        return { toolUse: { toolUseId: fitId(id, ID), name, input: toolInput(input, isCustom) } };
      }
      case 'tool_result':
        return { toolResult: this.resultOf(part) };
      case 'thinking': {
        const { text, signature } = part;
        return { reasoningContent: { reasoningText: { text, signature: signature?.value } } };
      }
      case 'opaque':
        return redactedBlock(part.value);
      case 'audio':
        return undefined;
    }
  }

  private resultOf({ id, isError, parts }: ToolResultPart): Block {
    const content = parts.flatMap((part) => this.blockOf(part) ?? []);
    const { hasStatus } = this.rules;
    return {
      toolUseId: fitId(id, ID),
      content: isError && !hasStatus ? [{ text: '[tool error]' }, ...content] : content,
      status: hasStatus ? (isError ? 'error' : 'success') : undefined,
    };
  }

  private toolBlocks(tool: Tool): Block[] {
    const { name, description, isStrict } = tool;
    const spec = {
      name,
      description: description || undefined, // An empty one is refused.
      inputSchema: { json: inputSchema(tool) },
      strict: (this.rules.takesStrict && isStrict) || undefined,
    };
    const blocks: Block[] = [{ toolSpec: spec }];
    this.pushPoint(tool.cache, blocks);
    return blocks;
  }
}

const filled = <Item>(items: readonly Item[] | undefined): readonly Item[] | undefined =>
  items && items.length > 0 ? items : undefined;

/** There is no word for "none": without tools none is called, but calls of before need their tools. */
function toolsOf({ tools, toolChoice, turns }: Conversation, rules: ModelRules): readonly Tool[] {
  if (toolChoice?.mode === 'one' && !rules.takesToolChoice) {
    return tools.filter(({ name }) => name === toolChoice.name);
  }
  if (toolChoice?.mode !== 'none') return tools;
  const hasCalls = turns.some(({ parts }) => parts.some(({ type }) => type === 'tool_call'));
  return hasCalls ? tools : [];
}

function choiceOf(
  { toolChoice }: Conversation,
  { takesToolChoice }: ModelRules,
): object | undefined {
  return toolChoice && takesToolChoice ? wordOf(toolChoice) : undefined;
}

function wordOf(choice: ToolChoice): object | undefined {
  switch (choice.mode) {
    case 'auto':
      return { auto: {} };
    case 'none':
      return undefined;
    case 'required':
      return { any: {} };
    case 'one':
      return { tool: { name: choice.name } };
  }
}

type Output = NonNullable<Conversation['output']>;

function outputOf({ output }: Conversation, { takesSchema }: ModelRules): object | undefined {
  if (output?.type !== 'json_schema' || !takesSchema) return undefined;
  const jsonSchema = { name: output.name, schema: fitOutputSchema(output.schema) };
  return { textFormat: { type: 'json_schema', structure: { jsonSchema } } };
}

function inWords(output: Output, { takesSchema }: ModelRules): string | undefined {
  if (output.type === 'json') return IN_JSON;
  return output.type === 'json_schema' && !takesSchema ? inSchema(output.schema) : undefined;
}

/** What models take in words of their own; a member that they do not know is refused. */
function ownFields(
  { effort, thinking, sampling }: Conversation,
  rules: ModelRules,
): object | undefined {
  const { topK } = sampling;
  const fields = {
    ...(rules.thinking === 'claude' && {
      thinking: thinking && { type: thinking.mode, budget_tokens: thinking.budgetTokens },
      output_config: effort === undefined ? undefined : { effort },
    }),
    ...(rules.thinking === 'nova' &&
      effort !== undefined && {
        reasoningConfig: { type: 'enabled', maxReasoningEffort: effort },
      }),
    ...(rules.thinking === 'qwen' && { reasoning_config: effort }),
    ...(rules.thinking === 'gpt-oss' && { reasoning_effort: effort }),
    ...(rules.topK === 'claude' && { top_k: topK }),
    ...(rules.topK === 'nova' && topK !== undefined && { inferenceConfig: { topK } }),
  };
  return Object.values(fields).some((value) => value !== undefined) ? fields : undefined;
}

const METADATA = /^[a-zA-Z0-9\s:_@$#=/+,.-]{1,256}$/;
const METADATA_MAX = 16;

/** For the log of the account; what does not fit in there is left out. */
function metadataOf({ metadata, endUser }: Conversation): object | undefined {
  const all = Object.entries({ ...metadata, ...(endUser !== undefined && { user_id: endUser }) });
  const fitting = all.filter(([key, value]) => METADATA.test(key) && METADATA.test(value));
  return fitting.length > 0 ? Object.fromEntries(fitting.slice(0, METADATA_MAX)) : undefined;
}
