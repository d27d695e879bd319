import type { RedisLink, RedisScript } from '#platform';

/** Redis answers, and what lies there is nothing that the gateway wrote. No outage: it does not end. */
export class UnreadableCounters extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`the counters in Redis cannot be read: ${reason}`, options);
  }
}

const AMOUNT = /^(?:0|-?[1-9]\d{0,18})$/; // Of 64 bits, as the server writes it.

/**
 * A wrong type, no integer, or a program that failed on what it read. All other errors tell of the server
 * (loading, full, read-only, no right), where deleting anything would be wrong.
 */
const ON_DATA =
  /^WRONGTYPE |^ERR .*(?:not an integer|out of range|would overflow)|^ERR .*user_script:\d+: /;

/** @throws UnreadableCounters, RedisUnavailable, or what else the server says */
export async function runReading(
  redis: RedisLink,
  script: RedisScript,
  keys: readonly string[],
  values: readonly string[],
): Promise<unknown> {
  try {
    return await redis.run(script, keys, values);
  } catch (fault) {
    if (!(fault instanceof Error) || !ON_DATA.test(fault.message)) throw fault;
    throw new UnreadableCounters(withoutPlace(fault.message), { cause: fault });
  }
}

/** @throws UnreadableCounters */
export function amountOf(text: string): bigint {
  if (!AMOUNT.test(text)) throw new UnreadableCounters('there is no amount');
  return BigInt(text);
}

/** Which script it was, and on which line, says nothing to an operator. */
const withoutPlace = (message: string): string => message.replace(/,? script: .*$/s, '');
