import { isDoneBy, isLocal, type Endpoint } from '#call';
import { refuse } from '#kernel';
import { endpointsBehind, type Named } from './resolve-model.js';

/**
 * Are the pages of a document read on this machine, and nowhere else, by what a name leads to? One that leads nowhere is
 * Route's to refuse.
 * @throws wire_unsupported where all that it leads to is of this machine and reads no pages: before one is counted
 */
export function isReadHere(spender: Named, name: string): boolean {
  const endpoints = leadsTo(spender, name);
  if (endpoints.length === 0) return false;
  const able = endpoints.filter((endpoint) => !isLocal(endpoint) || isDoneBy(endpoint, 'ocr'));
  if (able.length === 0) throw refuse('wire_unsupported');
  return able.every(isLocal);
}

function leadsTo(spender: Named, name: string): readonly Endpoint[] {
  try {
    return endpointsBehind(spender, name.trim());
  } catch {
    return [];
  }
}
