import { SystemEntropy } from '#kernel';
import { generateVirtualKey } from '#workloads';
import { UsageError } from '../usage-error.js';
import { print } from '../with-instance.js';

export function generateKey(args: readonly string[]): Promise<number> {
  const unknown = args.find((arg) => arg !== '--test');
  if (unknown !== undefined) return Promise.reject(new UsageError(`What is ${unknown}?`));
  const env = args.includes('--test') ? 'test' : 'live';
  print(generateVirtualKey(env, new SystemEntropy()).text);
  return Promise.resolve(0);
}
