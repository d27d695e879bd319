import { Cancellation, SystemClock } from '#kernel';
import type { ValueOrder } from '#call';
import { DocumentFinder, OperatorModel } from '#dlp';
import { InstanceSecrets, loadConfig } from '#platform';
import { aProtection } from './a-call.js';

/** Data protection as it comes, without a model of an operator's. */
export function aFinder(): DocumentFinder {
  const secrets = new InstanceSecrets(Buffer.alloc(32, 7));
  return new DocumentFinder(new OperatorModel(loadConfig({}), secrets, new SystemClock()));
}

export const anOrder = (change: Partial<ValueOrder> = {}): Omit<ValueOrder, 'known'> => ({
  organisation: { id: '0192f0c0-0000-7000-8000-000000000001' },
  protection: aProtection('tokenize'),
  kinds: null,
  remove: [],
  nowMs: 1_767_348_000_000,
  ended: new Cancellation(),
  ...change,
});
