import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { eventFrame } from '../../apps/sandbox/src/http/event-stream.js';

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
export const chatRecordings = (folder: string): readonly Recording[] => recordingsIn(folder, CHAT);

/** The same of the messages format. */
export const messagesRecordings = (folder: string): readonly Recording[] =>
  recordingsIn(folder, MESSAGES);

/** The same of the format of Gemini, on either platform. */
export const geminiRecordings = (folder: string): readonly Recording[] =>
  recordingsIn(folder, GEMINI);

/** The same of the Responses format, of whoever speaks it. */
export const responsesRecordings = (folder: string): readonly Recording[] =>
  recordingsIn(folder, RESPONSES);

/** The same of Cohere's. */
export const cohereRecordings = (folder: string): readonly Recording[] =>
  recordingsIn(folder, COHERE);

/** The same of Bedrock's format: answers as JSON, streams as their bytes. */
export function converseRecordings(folder: string): readonly ConverseRecording[] {
  const root = join(folder, 'providers/bedrock');
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).flatMap(
    (name): ConverseRecording[] => {
      if (!/\.(?:json|bin|chunks\.txt)$/.test(name)) return [];
      const bytes = readFileSync(join(root, name));
      if (name.endsWith('.bin')) return [{ name, kind: 'stream', bytes }];
      if (name.endsWith('.chunks.txt')) return [{ name, kind: 'stream', bytes: framed(bytes) }];
      const { response } = JSON.parse(bytes.toString()) as Exchange;
      const body = response ? response.body : JSON.parse(bytes.toString());
      const isAnswer = (body as { readonly output?: { readonly message?: unknown } })?.output
        ?.message;
      return isAnswer ? [{ name, kind: 'answer', bytes: Buffer.from(JSON.stringify(body)) }] : [];
    },
  );
}

export interface ConverseRecording {
  readonly name: string;
  readonly kind: 'stream' | 'answer';
  readonly bytes: Buffer;
}

/** One event a line, as `{name: payload}`. */
const framed = (lines: Buffer): Buffer =>
  Buffer.concat(
    lines
      .toString()
      .split('\n')
      .filter((line) => line.trim() !== '')
      .flatMap((line) => Object.entries(JSON.parse(line) as object))
      .map(([name, payload]) => eventFrame({ ':event-type': name }, JSON.stringify(payload))),
  );

/** How the recordings of a format are told from what lies beside them. */
interface Format {
  readonly folders: readonly string[];
  /** What a stream has somewhere, and a whole answer at its top. */
  readonly streamMark: string;
  readonly isAnswer: (body: Readonly<Record<string, unknown>>) => boolean;
  readonly endMarks: readonly string[];
}

const CHAT: Format = {
  folders: CHAT_FOLDERS,
  streamMark: 'chat.completion.chunk',
  isAnswer: ({ object, error }) => object === 'chat.completion' && (error ?? null) === null,
  endMarks: ['[DONE]'],
};

const MESSAGES: Format = {
  folders: ['anthropic'],
  streamMark: '"message_start"',
  isAnswer: ({ type }) => type === 'message',
  endMarks: [],
};

const RESPONSES: Format = {
  folders: ['openai-responses', 'xai', 'deepseek', 'azure', 'groq', 'openrouter'],
  streamMark: '"response.output_item.',
  isAnswer: ({ object, output }) => object === 'response' && Array.isArray(output),
  endMarks: [],
};

const GEMINI: Format = {
  folders: ['gemini', 'vertex'],
  streamMark: '"candidates"',
  isAnswer: (body) => 'candidates' in body || 'promptFeedback' in body,
  endMarks: [],
};

const COHERE: Format = {
  folders: ['cohere'],
  streamMark: '"message-start"',
  isAnswer: ({ message, finish_reason: reason }) => message !== undefined && reason !== undefined,
  endMarks: [],
};

function recordingsIn(folder: string, format: Format): Recording[] {
  const root = join(folder, 'providers');
  return format.folders.flatMap((name) =>
    readdirSync(join(root, name), { recursive: true, encoding: 'utf8' })
      .map((file) => join(root, name, file))
      .filter((file) => statSync(file).isFile())
      .flatMap((file) => recordingOf(file, relative(root, file), format) ?? []),
  );
}

function recordingOf(file: string, name: string, format: Format): Recording | undefined {
  const text = readFileSync(file, 'utf8');
  const streamOf = (sse: string): Recording | undefined =>
    sse.includes(format.streamMark)
      ? { name, kind: 'stream', status: 200, headers: {}, text: sse }
      : undefined;
  if (file.endsWith('.chunks.txt')) {
    const lines = text.split('\n').filter((line) => line !== '');
    return streamOf([...lines, ...format.endMarks].map((line) => `data: ${line}\n\n`).join(''));
  }
  if (/\.response\.(sse|txt)$/.test(file)) return undefined; // Read with the exchange that names it.
  if (file.endsWith('.sse')) return streamOf(text);
  const { provider, request, response } = JSON.parse(text) as Exchange;
  if (provider && !format.folders.includes(provider)) return undefined;
  const answerOf = (json: string, status = 200, headers: Recording['headers'] = {}) => {
    const isError = status >= 400;
    if (!isError && !format.isAnswer(JSON.parse(json) ?? {})) return undefined;
    return { name, kind: isError ? 'error' : 'answer', status, headers, text: json } as const;
  };
  if (!request || !response) return answerOf(text);
  const { status, headers, body, bodyFile } = response;
  if (bodyFile === undefined) return answerOf(JSON.stringify(body), status, headers);
  const path = existsSync(bodyFile) ? bodyFile : join(dirname(file), bodyFile);
  const recorded = readFileSync(path, 'utf8');
  return path.endsWith('.sse') ? streamOf(recorded) : answerOf(recorded, status, headers);
}

/** The body of every chat request below `<folder>/providers`. */
export const chatRequests = (folder: string): readonly RecordedRequest[] =>
  requestsIn(folder, CHAT_FOLDERS, 'messages');

/** The same of the messages format. */
export const messagesRequests = (folder: string): readonly RecordedRequest[] =>
  requestsIn(folder, MESSAGES.folders, 'messages');

/** The same of the format of Gemini. */
export const geminiRequests = (folder: string): readonly RecordedRequest[] =>
  requestsIn(folder, GEMINI.folders, 'contents');

/** The same of the Responses format. */
export const responsesRequests = (folder: string): readonly RecordedRequest[] =>
  requestsIn(folder, ['openai-responses', 'xai', 'deepseek'], 'input');

export interface RecordedRequest {
  readonly name: string;
  readonly text: string;
}

/** @param mark the member that tells such a request */
function requestsIn(
  folder: string,
  folders: readonly string[],
  mark: string,
): readonly RecordedRequest[] {
  return folders.flatMap((name) => {
    const root = join(folder, 'providers', name);
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
    return files.flatMap((file) => {
      if (!file.endsWith('.json')) return [];
      const { request } = JSON.parse(readFileSync(join(root, file), 'utf8')) as RequestOnly;
      const body = request?.body;
      return body?.[mark] ? [{ name: `${name}/${file}`, text: JSON.stringify(body) }] : [];
    });
  });
}

interface RequestOnly {
  readonly request?: { readonly body?: Readonly<Record<string, unknown>> | null };
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
