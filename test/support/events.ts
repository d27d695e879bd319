import type { Readable } from 'node:stream';

/** One block of a server-sent stream: the text between two blank lines, as it came. */
export async function* blocksOf(body: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    rest += decoder.decode(chunk as Buffer, { stream: true });
    for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
      yield rest.slice(0, end);
      rest = rest.slice(end + 2);
    }
  }
  if (rest !== '') throw new Error(`the stream ended within a block: ${rest}`);
}

export interface Chunk {
  readonly id: string;
  readonly model: string;
  readonly choices: readonly {
    readonly index: number;
    readonly finish_reason: string | null;
    readonly delta: Delta;
  }[];
  readonly usage?: WireUsage | null;
  readonly error?: WireError;
}

interface Delta {
  readonly content?: string | null;
  readonly reasoning_content?: string;
  readonly tool_calls?: readonly {
    readonly index: number;
    readonly id?: string;
    readonly function?: { readonly name?: string; readonly arguments?: string };
  }[];
}

export interface WireUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
}

export interface WireError {
  readonly message: string;
  readonly type: string;
  readonly param: string | null;
  readonly code: string;
  readonly gw?: Readonly<Record<string, unknown>>;
}

/** A chat stream, read to its end. */
export interface Streamed {
  readonly blocks: readonly string[];
  readonly chunks: readonly Chunk[];
  readonly text: string;
  readonly args: string;
  readonly finish: string | null;
  readonly usage: WireUsage | undefined;
  readonly error: WireError | undefined;
  readonly isDone: boolean;
}

export async function readStream(blocks: AsyncIterable<string>): Promise<Streamed> {
  const all: string[] = [];
  for await (const block of blocks) all.push(block);
  return streamedOf(all);
}

export function streamedOf(blocks: readonly string[]): Streamed {
  const data = blocks.filter((block) => block.startsWith('data: ')).map((block) => block.slice(6));
  const chunks = data.filter((text) => text !== '[DONE]').map((text) => JSON.parse(text) as Chunk);
  const choices = chunks.flatMap((chunk) => chunk.choices ?? []);
  const calls = choices.flatMap(({ delta }) => delta.tool_calls ?? []);
  return {
    blocks,
    chunks,
    text: choices.map(({ delta }) => delta.content ?? '').join(''),
    args: calls.map((call) => call.function?.arguments ?? '').join(''),
    finish: choices.findLast((choice) => choice.finish_reason !== null)?.finish_reason ?? null,
    usage: chunks.findLast((chunk) => chunk.usage)?.usage ?? undefined,
    error: chunks.find((chunk) => chunk.error)?.error,
    isDone: data.at(-1) === '[DONE]',
  };
}
