import { chatEnvelope } from './chat-envelope.js';
import { geminiEnvelope } from './gemini-envelope.js';
import { messagesEnvelope } from './messages-envelope.js';
import type { Envelope } from './surface.js';

/** A surface whose clients read errors of another shape has a line here. */
const ENVELOPES: readonly (readonly [prefix: string, envelope: Envelope])[] = [
  ['/v1/messages', messagesEnvelope],
  ['/alt/', messagesEnvelope],
  ['/anthropic/', messagesEnvelope],
  ['/v1/', chatEnvelope],
];

/** How an error outside of a call is told: as the surface would that the path belongs to. */
export const envelopeOf = (path: string): Envelope =>
  isGeminiPath(path) ? geminiEnvelope : envelopeUnder(path);

const VERBS = /^\/v1\/models\/.+:(?:\w*[gG]enerate\w*|countTokens|\w*[eE]mbedContents?)(?:\?|$)/;

/** Its clients ask under the version that other formats use, too, and then a verb tells them. */
export const isGeminiPath = (path: string): boolean =>
  path.startsWith('/v1beta/') || VERBS.test(path);

const envelopeUnder = (path: string): Envelope =>
  ENVELOPES.find(([prefix]) => path.startsWith(prefix))?.[1] ?? chatEnvelope;
