import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** The folders of providers whose chat format is the gateway's own. */
export const CHAT_FOLDERS = [
  'openai-chat',
  'openai-compatible',
  'groq',
  'deepseek',
  'xai',
  'azure',
  'openrouter',
  'cerebras',
  'zai',
  'mistral',
  'gemini-openai-compat',
];

export interface Recording {
  readonly name: string;
  readonly kind: 'stream' | 'answer' | 'error';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

interface Exchange {
  readonly provider?: string;
  readonly request?: unknown;
  readonly response?: {
    readonly status: number;
    readonly headers: Record<string, string>;
    readonly body?: unknown;
    readonly bodyFile?: string;
  };
}

/** Every chat answer, stream and error below `<folder>/providers`. */
export function chatRecordings(folder: string): readonly Recording[] {
  const root = join(folder, 'providers');
  return CHAT_FOLDERS.flatMap((name) =>
    readdirSync(join(root, name), { recursive: true, encoding: 'utf8' })
      .map((file) => join(root, name, file))
      .filter((file) => statSync(file).isFile())
      .flatMap((file) => recordingOf(file, relative(root, file)) ?? []),
  );
}

function recordingOf(file: string, name: string): Recording | undefined {
  const text = readFileSync(file, 'utf8');
  if (file.endsWith('.chunks.txt')) {
    const lines = text.split('\n').filter((line) => line !== '');
    return streamOf(name, [...lines, '[DONE]'].map((line) => `data: ${line}\n\n`).join(''));
  }
  if (/\.response\.(sse|txt)$/.test(file)) return undefined; // Read with the exchange that names it.
  if (file.endsWith('.sse')) return streamOf(name, text);
  const { provider, request, response } = JSON.parse(text) as Exchange;
  if (provider && !CHAT_FOLDERS.includes(provider)) return undefined;
  if (!request || !response) return answerOf(name, text, 200, {});
  const { status, headers, body, bodyFile } = response;
  if (bodyFile === undefined) return answerOf(name, JSON.stringify(body), status, headers);
  const path = existsSync(bodyFile) ? bodyFile : join(dirname(file), bodyFile);
  const recorded = readFileSync(path, 'utf8');
  return path.endsWith('.sse')
    ? streamOf(name, recorded)
    : answerOf(name, recorded, status, headers);
}

const streamOf = (name: string, text: string): Recording | undefined =>
  text.includes('chat.completion.chunk')
    ? { name, kind: 'stream', status: 200, headers: {}, text }
    : undefined;

function answerOf(
  name: string,
  text: string,
  status: number,
  headers: Record<string, string>,
): Recording | undefined {
  const { object, error } = (JSON.parse(text) ?? {}) as { object?: string; error?: unknown };
  if (status >= 400) return { name, kind: 'error', status, headers, text };
  const isChat = object === 'chat.completion' && (error === undefined || error === null);
  return isChat ? { name, kind: 'answer', status, headers, text } : undefined;
}

/** The body of every chat request below `<folder>/providers`. */
export function chatRequests(folder: string): readonly { name: string; text: string }[] {
  return CHAT_FOLDERS.flatMap((name) => {
    const root = join(folder, 'providers', name);
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
    return files.flatMap((file) => {
      if (!file.endsWith('.json')) return [];
      const { request } = JSON.parse(readFileSync(join(root, file), 'utf8')) as RequestOnly;
      const body = request?.body;
      return body?.messages ? [{ name: `${name}/${file}`, text: JSON.stringify(body) }] : [];
    });
  });
}

interface RequestOnly {
  readonly request?: { readonly body?: { readonly messages?: unknown } | null };
}

/** What an answer says, whichever way it came. */
export interface Said {
  readonly text: string;
  readonly reasoning: string;
  readonly args: string;
  readonly names: readonly string[];
  readonly finishes: Readonly<Record<number, string>>;
  readonly usage: {
    readonly input: number;
    readonly output: number;
    readonly total: number;
  } | null;
  readonly isError: boolean;
  readonly isDone: boolean;
}

type Parts =
  | string
  | readonly {
      readonly text?: string;
      readonly thinking?: readonly { readonly text?: string }[];
    }[];

interface Spoken {
  readonly content?: Parts | null;
  readonly reasoning?: string | null;
  readonly reasoning_content?: string | null;
  readonly tool_calls?:
    | readonly {
        readonly function?: { readonly name?: string; readonly arguments?: string };
      }[]
    | null;
}

interface Payload {
  readonly error?: unknown;
  readonly choices?: readonly {
    readonly index?: number;
    readonly delta?: Spoken;
    readonly message?: Spoken;
    readonly finish_reason?: string | null;
  }[];
  readonly usage?: Counts | null;
  readonly x_groq?: { readonly usage?: Counts };
}

interface Counts {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
}

/** Reads a stream with nothing but `JSON.parse`; the gateway's own readers have no part in it. */
export function saidInStream(text: string): Said {
  const data = text
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).trim());
  const payloads = data.flatMap((line) => parsed(line) ?? []);
  return { ...said(payloads), isDone: data.includes('[DONE]') };
}

export const saidInAnswer = (text: string): Said => ({
  ...said([JSON.parse(text) as Payload]),
  isDone: true,
});

/** Some recordings were shortened by hand, in the middle of a payload too. */
function parsed(line: string): Payload | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as Payload;
  } catch {
    return undefined;
  }
}

function said(payloads: readonly Payload[]): Omit<Said, 'isDone'> {
  const all = { text: '', reasoning: '', args: '' };
  const names: string[] = [];
  const finishes: Record<number, string> = {};
  let usage: Said['usage'] = null;
  for (const payload of payloads) {
    for (const [place, choice] of (payload.choices ?? []).entries()) {
      const source = choice.message ?? choice.delta ?? {};
      all.reasoning += source.reasoning_content ?? source.reasoning ?? '';
      addContent(source.content ?? '', all);
      for (const { function: called } of source.tool_calls ?? []) {
        if (called?.name) names.push(called.name);
        all.args += called?.arguments ?? '';
      }
      if (choice.finish_reason) finishes[choice.index ?? place] = choice.finish_reason;
    }
    const counts = payload.usage ?? payload.x_groq?.usage;
    if (counts) {
      const { prompt_tokens: input, completion_tokens: output, total_tokens: total } = counts;
      usage = { input, output, total };
    }
  }
  return { ...all, names, finishes, usage, isError: payloads.some(({ error }) => error) };
}

function addContent(content: Parts, all: { text: string; reasoning: string }): void {
  if (typeof content === 'string') {
    all.text += content;
    return;
  }
  for (const part of content) {
    all.text += part.text ?? '';
    for (const piece of part.thinking ?? []) all.reasoning += piece.text ?? '';
  }
}
