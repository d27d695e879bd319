import type { KindRule, ProtectionPolicy } from '#call';
import { DATA_KINDS } from '#contract';
import { activePolicy, type ActivePolicy } from '../policy.js';

/**
 * What counts as a value of a document that is to be anonymized: that was asked for, so no mode, exception or
 * action of the policy lets any of it stay.
 * @param kinds that the caller names; null for those of the policy
 */
export function documentPolicy(
  policy: ProtectionPolicy,
  kinds: readonly string[] | null,
  nowMs: number,
): ActivePolicy {
  const rules = kinds === null ? policy.rules : rulesFor(policy, new Set(kinds));
  return activePolicy(
    { ...policy, rules, mode: 'mask', isObserving: false, exceptions: [] },
    nowMs,
  );
}

/** Kinds that are named are found as surely as the policy wants; the others are not. Own terms stay found. */
function rulesFor(
  policy: ProtectionPolicy,
  kinds: ReadonlySet<string>,
): ReadonlyMap<string, KindRule> {
  const rules = new Map<string, KindRule>();
  for (const [name, rule] of policy.rules) {
    rules.set(name, { scoreMin: rule.scoreMin });
  }
  for (const kind of Object.keys(DATA_KINDS)) {
    if (ALWAYS.has(kind)) continue;
    rules.set(kind, { ...rules.get(kind), isEnabled: kinds.has(kind) });
  }
  return rules;
}

/** What an organisation or a caller named by itself. */
const ALWAYS: ReadonlySet<string> = new Set(['removal_term', 'own_term', 'own_pattern']);
