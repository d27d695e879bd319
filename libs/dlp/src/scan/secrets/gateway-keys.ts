import { findingOf, type Finding } from '../../kinds.js';
import { alternativesOf, readShape, shapeOf } from './shape.js';
import { ALNUM } from './vendors/vendor.js';
import type { WordMatcher } from './word-index.js';

/** This gateway's own virtual keys, also with a few characters too many or too few: never an example. */
const SHAPES = alternativesOf(`gw_(live|test)_${ALNUM}{8}_${ALNUM}{16,256}`).map(shapeOf);

export const GATEWAY_KEYS: WordMatcher = { prefixes: ['gw_'], find: findGatewayKey };

function findGatewayKey(text: string, at: number, findings: Finding[]): void {
  for (const shape of SHAPES) {
    const end = readShape(text, at, shape);
    if (end < 0) continue;
    const grounds = { score: 0.99, evidence: 'prefix', subtype: 'gateway' } as const;
    findings.push(findingOf('api_key', at, end, grounds));
  }
}
