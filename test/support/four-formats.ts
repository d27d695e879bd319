import { expect } from 'vitest';
import type { Answer } from './http.js';

/** One question in each format that callers hold conversations in, and how each tells an error. */
export interface Format {
  readonly name: 'chat' | 'responses' | 'messages' | 'gemini';
  pathOf(model: string): string;
  bodyOf(model: string, text: string): object;
  /** Beside message, `param` and `gw`, which all of them have. */
  envelopeOf(error: {
    readonly status: number;
    readonly type: string;
    readonly code: string;
  }): object;
}

const ofOpenAi = ({ type, code }: { type: string; code: string }) => ({ type, code });

const GEMINI_WORDS: Readonly<Record<number, string>> = {
  403: 'PERMISSION_DENIED',
  422: 'FAILED_PRECONDITION',
  451: 'PERMISSION_DENIED',
  503: 'UNAVAILABLE',
};

const MESSAGES_WORDS: Readonly<Record<number, string>> = {
  403: 'permission_error',
  422: 'invalid_request_error',
  451: 'permission_error',
  503: 'overloaded_error',
};

export const FORMATS: readonly Format[] = [
  {
    name: 'chat',
    pathOf: () => '/v1/chat/completions',
    bodyOf: (model, text) => ({ model, messages: [{ role: 'user', content: text }] }),
    envelopeOf: ofOpenAi,
  },
  {
    name: 'responses',
    pathOf: () => '/v1/responses',
    bodyOf: (model, text) => ({ model, input: text }),
    envelopeOf: ofOpenAi,
  },
  {
    name: 'messages',
    pathOf: () => '/v1/messages',
    bodyOf: (model, text) => ({
      model,
      max_tokens: 50,
      messages: [{ role: 'user', content: text }],
    }),
    envelopeOf: ({ status }) => ({ type: MESSAGES_WORDS[status] }),
  },
  {
    name: 'gemini',
    pathOf: (model) => `/v1beta/models/${model}:generateContent`,
    bodyOf: (_model, text) => ({ contents: [{ role: 'user', parts: [{ text }] }] }),
    envelopeOf: ({ status }) => ({ code: status, status: GEMINI_WORDS[status], details: [] }),
  },
];

export interface ToldError {
  readonly message: string;
  readonly param?: string | null;
  readonly gw?: Readonly<Record<string, unknown>>;
}

/** The error of an answer, in the envelope of its format; returns what all formats tell alike. */
export function errorIn(
  format: Format,
  answer: Answer,
  spec: Parameters<Format['envelopeOf']>[0],
): ToldError {
  expect(answer.status).toBe(spec.status);
  const body = answer.json<{ type?: string; request_id?: string; error: ToldError }>();
  const { message, param, gw, ...envelope } = body.error;
  expect(envelope).toEqual(format.envelopeOf(spec));
  if (format.name === 'messages') {
    expect(body).toMatchObject({ type: 'error', request_id: answer.headers['request-id'] });
  }
  return { message, ...(param !== undefined && { param }), ...(gw && { gw }) };
}
