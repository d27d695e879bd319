/** What a case asks of a client, in no client's own words. */
export interface Ask {
  readonly model: string;
  readonly isStreaming: boolean;
  readonly turns: readonly Turn[];
  readonly tools?: readonly Tool[];
  /** The answer is to be JSON of this schema. */
  readonly schema?: JsonSchema;
  readonly thinks?: boolean;
  /** Marks the first text as the end of what may be cached, or names a cache, as the client can. */
  readonly caches?: boolean;
  readonly signal?: AbortSignal;
  /** Called with each piece of text of a stream. */
  readonly onText?: () => void;
}

export type Turn =
  | { readonly role: 'user'; readonly text: string; readonly image?: string }
  /** As the client itself handed it out. */
  | { readonly role: 'assistant'; readonly native: unknown }
  | { readonly role: 'tools'; readonly results: readonly Result[] };

export interface Result {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  /** Base64 of a PNG. */
  readonly image?: string;
  readonly isError?: boolean;
}

export interface Tool {
  readonly name: string;
  readonly parameters: JsonSchema;
}

export type JsonSchema = Record<string, unknown> & { readonly type: 'object' };

/** What a client made of the answer. */
export interface Heard {
  readonly text: string;
  readonly thought: string;
  readonly calls: readonly Call[];
  /** Why it ended, in the client's own word. */
  readonly finish: string;
  readonly input: number;
  readonly output: number;
  /** How many pieces of text a stream came in. */
  readonly pieces: number;
  /** The assistant's turn as the client takes it back. */
  readonly native: unknown;
}

export interface Call {
  readonly id: string;
  readonly name: string;
  readonly args: unknown;
}

export interface Server {
  /** Origin of the gateway, without a path. */
  readonly url: string;
  readonly key: string;
}

export type CaseName =
  | 'text'
  | 'streamed text'
  | 'parallel calls'
  | 'tool loop'
  | 'image'
  | 'image of a tool'
  | 'error of a tool'
  | 'JSON schema'
  | 'thinking'
  | 'cache'
  | 'abort'
  | 'usage'
  | 'usage of a stream'
  | `error ${400 | 401 | 402 | 403 | 404 | 422 | 429 | 502 | 504}`
  | 'error in mid-stream';

/** One of the rows of a matrix: what it has no way to ask for is said with the reason. */
export interface Row<Name extends string = string> {
  readonly name: string;
  readonly cannot: Missing<Name>;
  /** The same at one family alone. */
  readonly cannotAt?: Readonly<Record<string, Missing<Name>>>;
}

/** A client as it comes from its package: a base URL and a key are all it is told, and not to try twice. */
export interface Client extends Row<CaseName> {
  readonly ask: (server: Server, ask: Ask) => Promise<Heard>;
  /** The client's words for an answer that ended by itself, and for one that ended in calls. */
  readonly finishes: { readonly stop: string; readonly calls: string };
  /** The HTTP status in an error of the client. */
  readonly statusOf: (fault: unknown) => unknown;
  /** The class of an error by status, where the client has classes. */
  readonly classes?: Readonly<Record<number, string>>;
  /** How it says what may be cached: by marks in the prompt, or by a name for it. */
  readonly caches?: 'mark' | 'key';
  /** It sends thinking back under the signature that came with it. */
  readonly keepsSignatures?: true;
  /** Of a stream it reads only calls that come in one piece. */
  readonly readsCallsWhole?: true;
}

export type Missing<Name extends string = CaseName> = Readonly<Partial<Record<Name, string>>>;

export const dataUrl = (base64: string): string => `data:image/png;base64,${base64}`;

/** The member of a thrown object, where there is one. */
export const memberOf = (fault: unknown, name: string): unknown =>
  typeof fault === 'object' && fault !== null ? Reflect.get(fault, name) : undefined;

/** The same where it is a text; else empty. */
export function textIn(value: unknown, name: string): string {
  const text = memberOf(value, name);
  return typeof text === 'string' ? text : '';
}
