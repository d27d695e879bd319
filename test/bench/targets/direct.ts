import { ANY_KEY, type Target } from './target.js';

/** The mock upstream without anything between: what "added" is counted from. */
export function directTarget(upstreamPort: number): Target {
  return {
    name: 'direct',
    port: upstreamPort,
    formats: ['chat'],
    headers: ANY_KEY,
    modelName: (model) => model,
    child: undefined,
    databasePid: undefined,
  };
}
