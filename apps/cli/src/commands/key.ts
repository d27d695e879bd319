import { writeAdmin } from '#audit';
import { SystemEntropy } from '#kernel';
import { Nudges } from '#platform';
import { generateVirtualKey, KeyRepository, parseVirtualKey } from '#workloads';
import { UsageError } from '../usage-error.js';
import { print, withInstance } from '../with-instance.js';
import { operatorTools } from './holds.js';

const KEY_ID = /^[0-9A-Za-z]{8}$/;

export function generateKey(args: readonly string[]): Promise<number> {
  const unknown = args.find((arg) => arg !== '--test');
  if (unknown !== undefined) return Promise.reject(new UsageError(`What is ${unknown}?`));
  const env = args.includes('--test') ? 'test' : 'live';
  print(generateVirtualKey(env, new SystemEntropy()).text);
  return Promise.resolve(0);
}

/** Revokes a key on every replica, on record. */
export function revokeKey([text = '', ...more]: readonly string[]): Promise<number> {
  const id = parseVirtualKey(text)?.id ?? text;
  if (!KEY_ID.test(id) || more.length > 0) {
    throw new UsageError('Which key? Its id, the eight characters behind gw_live_ or gw_test_.');
  }
  return withInstance(async ({ database, redis }) => {
    const keys = new KeyRepository(database);
    const isRevoked = await database.transaction(async (tx) => {
      const owner = await keys.revokeKey(tx, id);
      if (owner) await writeAdmin(tx, operatorTools(), { ...owner, key: id, mark: 'key_revoked' });
      return owner !== undefined;
    });
    new Nudges(redis).send('epochs');
    print(
      isRevoked
        ? `The key ${id} is revoked: no replica takes it two seconds from now. The log says so.`
        : `There is no key ${id}, or it was revoked before.`,
    );
    return isRevoked ? 0 : 1;
  });
}
