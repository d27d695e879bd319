import type { KindRule, ProtectionPolicy } from '#call';
import { DATA_KINDS, DATA_SUBTYPES, specOf, type DataKind } from '#contract';
import { kindNamed } from '../settings-file/kind-rule.js';
import { ACTION_STRENGTH } from './strengths.js';

/** Whether less is done about any kind of data than before, or it is found less often, whichever rule says so. */
export function protectsLess(was: ProtectionPolicy, is: ProtectionPolicy): boolean {
  const own = was.patterns.map(({ name }) => [name, 'own_pattern'] as const);
  const kinds = Object.keys(DATA_KINDS).map((name) => [name, kindNamed(name)] as const);
  return [...kinds, ...DATA_SUBTYPES, ...own].some(([name, kind]) => {
    const [before, after] = [ruleFor(was, name, kind), ruleFor(is, name, kind)];
    if (!before.isEnabled) return false;
    const isSofter = ACTION_STRENGTH[after.action] < ACTION_STRENGTH[before.action];
    return !after.isEnabled || isSofter || after.scoreMin > before.scoreMin;
  });
}

/** What its group, its kind and itself say, the more precise first; at last as the mode does. */
function ruleFor(policy: ProtectionPolicy, name: string, kind: DataKind | undefined) {
  const names = [kind && specOf(kind).group, kind, name];
  const rules = names.flatMap((one) => policy.rules.get(one ?? '') ?? []);
  const said = rules.reduce<KindRule>((all, rule) => ({ ...all, ...rule }), {});
  return {
    isEnabled: said.isEnabled ?? !(kind && specOf(kind).isOptional),
    action: said.action ?? policy.mode,
    scoreMin: said.scoreMin ?? policy.scoreMin,
  };
}
