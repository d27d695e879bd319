import type { IncomingMessage } from 'node:http';
import { chatEnvelope } from './chat-envelope.js';
import { geminiEnvelope } from './gemini-envelope.js';
import { messagesEnvelope } from './messages-envelope.js';
import { spokenFormatOf, type SpokenFormat } from './spoken-format.js';
import type { Envelope } from './surface.js';

const ENVELOPES: Readonly<Record<SpokenFormat, Envelope>> = {
  chat: chatEnvelope,
  messages: messagesEnvelope,
  gemini: geminiEnvelope,
};

/** Paths that belong to one format, whoever asks. */
const PREFIXES: readonly (readonly [prefix: string, format: SpokenFormat])[] = [
  ['/v1/messages', 'messages'],
  ['/alt/', 'messages'],
  ['/anthropic/', 'messages'],
  ['/v1beta/', 'gemini'],
  ['/v1/chat/', 'chat'],
  ['/v1/responses', 'chat'],
  ['/v1/ocr', 'chat'],
  ['/v1/systemone', 'chat'],
  ['/v1/documents', 'chat'],
];

const VERBS = /^\/v1\/models\/.+:(?:\w*[gG]enerate\w*|countTokens|\w*[eE]mbedContents?)(?:\?|$)/;

/** Gemini's clients ask under the version that other formats use, too, and then a verb tells them. */
export const isGeminiPath = (path: string): boolean =>
  path.startsWith('/v1beta/') || VERBS.test(path);

/** How an error is told where no surface says it: as the path's format does, or else the client's. */
export const envelopeOf = (request: Pick<IncomingMessage, 'url' | 'headers'>): Envelope =>
  ENVELOPES[formatOfPath(request.url ?? '') ?? spokenFormatOf(request)];

const formatOfPath = (path: string): SpokenFormat | undefined =>
  isGeminiPath(path) ? 'gemini' : PREFIXES.find(([prefix]) => path.startsWith(prefix))?.[1];
