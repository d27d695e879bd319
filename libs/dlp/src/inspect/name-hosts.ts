import type { Steps } from '#kernel';
import { SLICE_CHARS, TEXT_COST_CHARS } from '../limits.js';
import type { Vault } from '../pseudonyms/vault.js';
import { addressesAround, ADDRESS_CHARS_MAX, hostsIn } from '../restore/addresses.js';
import type { Job, ScannedText } from './inspection-job.js';
import { spend, type Pace } from './pace.js';

/** A request that names more is a list of them, and no answer writes to so many. */
const HOSTS_MAX = 10_000;
const FINDING_COST = 1_024; // Looking back for an address, as characters of a scan.
const MAY_BE_ADDRESS = /[\\/]{2}|www\.|https?:|[\\/?#]/i;

/** Those of addresses that the caller wrote. */
function* nameOwnHosts({ texts, isSaidByOthers }: Job, vault: Vault, pace: Pace): Steps<void> {
  let count = 0;
  for (const [index, { text }] of texts.entries()) {
    yield* spend(pace, TEXT_COST_CHARS);
    for (let from = 0; from < text.length; from += SLICE_CHARS) {
      const to = Math.min(text.length, from + SLICE_CHARS);
      yield* spend(pace, (to - from) >> 2);
      const hosts = [...hostsIn(text, from, to)];
      if (hosts.length > 0 && isSaidByOthers?.(index)) break;
      for (const host of hosts) {
        if (count++ >= HOSTS_MAX) return;
        vault.hosts.name(host);
        yield* spend(pace, TEXT_COST_CHARS);
      }
    }
  }
}

/**
 * Tells the vault where values may go back to: hosts of addresses that the caller wrote, and for each value the
 * hosts of the addresses that it stood in, whoever wrote these.
 */
export function* nameHosts(
  job: Job,
  replaced: readonly ScannedText[],
  vault: Vault,
  pace: Pace,
): Steps<void> {
  yield* nameOwnHosts(job, vault, pace);
  for (const { text, findings } of replaced) {
    for (const finding of findings) {
      const { start, end, action, isRest, value = text.slice(start, end) } = finding;
      const code = action === 'tokenize' && !isRest ? vault.codeOf(finding, value) : undefined;
      if (code === undefined) continue;
      const before = text.slice(Math.max(0, start - ADDRESS_CHARS_MAX), start);
      if (!MAY_BE_ADDRESS.test(before)) continue;
      for (const address of addressesAround(before)) vault.hosts.know(address, code);
      yield* spend(pace, FINDING_COST);
    }
  }
}
