import type { JsonNode } from '#kernel';
import type { Opaque } from '../reply.js';

/**
 * The canonical request: a superset of what the formats can say, so that nothing is lost between
 * two that can both carry it. Read from what data protection let through, and only where caller and
 * provider speak different formats. Tool arguments stay the text that the model wrote. Absent means
 * that the caller said nothing.
 */
export interface Conversation {
  readonly model: string;
  readonly isStreaming: boolean;
  /** Instructions in front of the first turn, in order. */
  readonly system: readonly RequestPart[];
  readonly turns: readonly Turn[];
  readonly tools: readonly Tool[];
  readonly toolChoice?: ToolChoice;
  readonly parallelTools?: boolean;
  readonly sampling: Sampling;
  readonly effort?: string;
  readonly thinking?: Thinking;
  readonly verbosity?: string;
  readonly output?: OutputFormat;
  readonly cacheKey?: string;
  readonly serviceTier?: string;
  readonly endUser?: string;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface Turn {
  /** `system`: an instruction between turns, which not every format allows. */
  readonly role: 'user' | 'assistant' | 'system';
  readonly name?: string;
  readonly parts: readonly RequestPart[];
}

export type RequestPart =
  | (Marked & { readonly type: 'text'; readonly text: string })
  | (Marked & { readonly type: 'image'; readonly source: Source; readonly detail?: string })
  | (Marked & FilePart)
  | (Marked & { readonly type: 'audio'; readonly base64: string; readonly format: string })
  | (Marked & ToolCallPart)
  | (Marked & ToolResultPart)
  | { readonly type: 'thinking'; readonly text: string; readonly signature?: Opaque }
  | { readonly type: 'refusal'; readonly text: string }
  /** What only one format knows: sent on in that format, left out in any other. */
  | { readonly type: 'opaque'; readonly value: Opaque };

/** A document of any kind. */
export interface FilePart {
  readonly type: 'file';
  readonly source: Source;
  readonly filename?: string;
  /** What the caller says about it, beside it. */
  readonly context?: string;
  readonly asksForCitations?: true;
}

export interface ToolCallPart {
  readonly type: 'tool_call';
  readonly id: string;
  readonly name: string;
  /** JSON as text; plain text where the tool is a custom one. */
  readonly input: string;
  readonly isCustom: boolean;
  readonly signature?: Opaque;
}

export interface ToolResultPart {
  readonly type: 'tool_result';
  readonly id: string;
  readonly name?: string;
  readonly isError: boolean;
  readonly parts: readonly RequestPart[];
}

/** A point up to which the provider may keep the prompt in its cache. */
export interface CacheMark {
  readonly ttl?: string;
}

interface Marked {
  readonly cache?: CacheMark;
}

export type Source =
  | { readonly kind: 'base64'; readonly mime: string; readonly data: string }
  | { readonly kind: 'url'; readonly url: string }
  /** A file that the provider keeps, under its id. */
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'text'; readonly text: string };

export type Tool = Marked & {
  readonly name: string;
  readonly description?: string;
  readonly isCustom: boolean;
  /** JSON Schema of the arguments, or the format of a custom tool's input. */
  readonly schema?: JsonText;
  readonly isStrict?: boolean;
};

export type ToolChoice =
  | { readonly mode: 'auto' | 'none' | 'required' }
  | { readonly mode: 'one'; readonly name: string };

/** How much a model is to think before it speaks, where the caller says so in tokens or in kind. */
export interface Thinking {
  readonly mode: 'adaptive' | 'enabled' | 'disabled';
  readonly budgetTokens?: number;
}

export interface Sampling {
  readonly tokensMax?: number;
  readonly choices?: number;
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly stop?: readonly string[];
  readonly seed?: number;
  readonly frequencyPenalty?: number;
  readonly presencePenalty?: number;
}

export type OutputFormat =
  | { readonly type: 'text' }
  | { readonly type: 'json' }
  | {
      readonly type: 'json_schema';
      readonly name: string;
      readonly schema: JsonText;
      readonly isStrict?: boolean;
    };

/** A piece of the request's own JSON, as the caller spelled it. */
export type JsonText = string;

export const jsonTextOf = (text: string, node: JsonNode): JsonText =>
  text.slice(node.start, node.end);
