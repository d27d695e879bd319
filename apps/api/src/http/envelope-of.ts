import { chatEnvelope } from './chat-envelope.js';
import type { Envelope } from './surface.js';

/** A surface whose clients read errors of another shape has a line here. */
const ENVELOPES: readonly (readonly [prefix: string, envelope: Envelope])[] = [
  ['/v1/', chatEnvelope],
];

/** How an error outside of a call is told: as the surface would that the path belongs to. */
export const envelopeOf = (path: string): Envelope =>
  ENVELOPES.find(([prefix]) => path.startsWith(prefix))?.[1] ?? chatEnvelope;
