import type { KindRule, ProtectionPolicy } from '#call';
import { isTurnedOn } from '../settings-file/kind-rule.js';
import {
  SCORE_MIN,
  type KindRuleDto,
  type ProtectionDto,
  type ProtectionOverrideDto,
} from '../settings-file/protection.dto.js';

/** Settings that an earlier release stored do not say what it could not do yet. */
type Stored<Dto> = Partial<Dto> & Pick<ProtectionDto, 'mode'>;

export function toProtection(stored: Stored<ProtectionDto>): ProtectionPolicy {
  const unscannable: Partial<ProtectionDto['unscannable']> | undefined = stored.unscannable;
  return {
    mode: stored.mode,
    scoreMin: SCORE_MIN[stored.sensitivity ?? 'standard'],
    rules: new Map((stored.kinds ?? []).map((dto) => [dto.name, toRule(dto)])),
    isObserving: stored.observe ?? false,
    exceptions: [],
    terms: (stored.terms ?? []).map(({ term, kind }) => ({ term, label: kind.toUpperCase() })),
    patterns: (stored.patterns ?? []).map(({ name, pattern, score, words, check }) => ({
      name,
      label: name.toUpperCase(),
      pattern,
      score,
      words,
      check,
    })),
    allowed: stored.allowed ?? [],
    unscannable: {
      image: unscannable?.images ?? 'mark',
      audio: unscannable?.audio ?? 'mark',
      upload: unscannable?.uploads ?? 'mark',
      document: unscannable?.documents ?? 'refuse',
    },
    cleansDocuments: stored.documents ?? false,
    answers: stored.answers ?? 'off',
    injection: stored.injection ?? 'off',
    restoreHosts: stored.restore_hosts ?? [],
    pseudonymScope: stored.pseudonym_scope ?? 'workload',
  };
}

/** The organisation's policy with what a workload has otherwise. */
export function protectionFor(
  policy: ProtectionPolicy,
  stored: Partial<ProtectionOverrideDto>,
): ProtectionPolicy {
  const { mode, sensitivity, kinds = [], observe, answers, injection, exceptions = [] } = stored;
  const { pseudonym_scope: pseudonymScope = policy.pseudonymScope } = stored;
  const rules = new Map(policy.rules);
  for (const dto of kinds) rules.set(dto.name, { ...rules.get(dto.name), ...toRule(dto) });
  return {
    ...policy,
    mode: mode ?? policy.mode,
    scoreMin: sensitivity ? SCORE_MIN[sensitivity] : policy.scoreMin,
    rules,
    isObserving: observe ?? policy.isObserving,
    answers: answers ?? policy.answers,
    injection: injection ?? policy.injection,
    pseudonymScope,
    exceptions: exceptions.map(({ until, ...exception }) => ({
      ...exception,
      untilMs: Date.parse(until),
    })),
  };
}

/** Only what is said, so that it does not hide what a wider name says. */
function toRule(dto: KindRuleDto): KindRule {
  const { action, min_score: scoreMin } = dto;
  const isEnabled = isTurnedOn(dto);
  return {
    ...(isEnabled !== undefined && { isEnabled }),
    ...(action !== undefined && { action }),
    ...(scoreMin !== undefined && { scoreMin }),
  };
}
