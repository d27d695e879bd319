import type { Hints, Operation, ReceivedBody } from '#call';
import { wantsBase64, type CallerProtocol } from '#wire';
import type { SurfaceRequest } from '../../http/surface.js';

/** What a path asks for, and the format that it is answered in. */
export interface Asked {
  readonly operation: Operation;
  readonly protocol: CallerProtocol;
}

/**
 * Paths whose requests mean something to providers of other formats, too. Undefined for all others, which
 * are only forwarded. A form is in no such format.
 */
export function operationOf(
  { method, segments }: Pick<SurfaceRequest, 'method' | 'segments'>,
  body: ReceivedBody,
  hints: Hints,
): Asked | undefined {
  if (method !== 'POST' || body.kind !== 'json') return undefined;
  return PATHS.get(segments.slice(1).join('/'))?.(body, hints);
}

type JsonBody = Extract<ReceivedBody, { readonly kind: 'json' }>;

const PATHS: ReadonlyMap<string, (body: JsonBody, hints: Hints) => Asked> = new Map([
  [
    'completions',
    (_body, hints): Asked => {
      const protocol = 'completions';
      return { protocol, operation: { kind: 'complete', protocol, hints } };
    },
  ],
  [
    'images/generations',
    (_body, hints): Asked => {
      const protocol = 'images';
      return { protocol, operation: { kind: 'draw', protocol, hints } };
    },
  ],
  [
    'embeddings',
    ({ document }, hints): Asked => {
      const protocol = 'embeddings';
      const asBase64 = wantsBase64(document);
      return { protocol, operation: { kind: 'embed', protocol, asBase64, hints } };
    },
  ],
]);
