import { Anchors, openSigner, RemoteAnchors, SealPass } from '#audit';
import type { Config, OpenInstance } from '#platform';
import { operatorTools } from './holds.js';

/** What a command needs that adds to the logs, and seals what it added. */
export function logTools({ database, secrets }: OpenInstance, config: Config) {
  const tools = operatorTools();
  const signer = openSigner(config, secrets);
  const remote = new RemoteAnchors(config, tools.clock);
  const anchors = new Anchors(database, config, tools.clock, remote);
  const pass = new SealPass(database, signer, anchors, tools.clock);
  return { ...tools, database, config, signer, anchors, pass };
}
