import { patternFault } from '#call';
import { DATA_GROUPS, DATA_KINDS, DATA_SUBTYPES } from '#contract';
import { didYouMean } from '#kernel';
import type { KindRuleDto, ProtectionDto } from './protection.dto.js';
import type { SettingsFile, WorkloadDto } from './settings-file.dto.js';
import { when } from './when.js';
import { protectionFor, toProtection } from '../directory/build-protection.js';
import { protectsLess } from '../policy/protects-less.js';
import { ACTION_STRENGTH, ANSWERS_STRENGTH, INJECTION_STRENGTH } from '../policy/strengths.js';

/** Names that a rule may have. The terms of a caller are taken out by the caller's own wish alone. */
const NAMES: ReadonlySet<string> = new Set(
  [...DATA_GROUPS, ...Object.keys(DATA_KINDS), ...DATA_SUBTYPES.keys()].filter(
    (name) => name !== 'term' && name !== 'removal_term',
  ),
);

/** Rules for kinds that there are not, twins, and overrides that protect less than they may. */
export function findProtectionFaults({ organisation, workloads }: SettingsFile): string[] {
  const { protection } = organisation;
  return [
    ...patternFaults(protection),
    ...ruleFaults('organisation.protection.kinds', protection.kinds, protection),
    ...workloads.flatMap((workload) => [
      ...overrideFaults(workload, protection),
      ...(protection.allow_weaker_overrides ? [] : weakerFaults(workload, protection)),
    ]),
  ];
}

function overrideFaults({ name, protection }: WorkloadDto, of: ProtectionDto): string[] {
  const where = `workloads.${name}.protection`;
  return [
    ...ruleFaults(`${where}.kinds`, protection.kinds, of),
    ...protection.exceptions.flatMap(({ kinds }) =>
      kinds.flatMap((kind) => unknownKind(`${where}.exceptions`, kind, of)),
    ),
  ];
}

function ruleFaults(where: string, rules: readonly KindRuleDto[], of: ProtectionDto): string[] {
  const seen = new Set<string>();
  return rules.flatMap(({ name }) => {
    const isTwin = seen.has(name);
    seen.add(name);
    return [...unknownKind(where, name, of), ...when(isTwin, `${where}: ${name} has two rules`)];
  });
}

function unknownKind(where: string, name: string, { patterns }: ProtectionDto): string[] {
  const names = new Set([...NAMES, ...patterns.map((pattern) => pattern.name)]);
  return when(
    !names.has(name),
    `${where}: ${name} is no kind or group of data that is protected${didYouMean(name, names)}`,
  );
}

function patternFaults({ patterns }: ProtectionDto): string[] {
  const seen = new Set<string>(NAMES);
  return patterns.flatMap(({ name, pattern }) => {
    const where = `organisation.protection.patterns.${name}`;
    const isTaken = seen.has(name);
    seen.add(name);
    const fault = patternFault(pattern);
    return [
      ...when(isTaken, `${where}: the name is taken, by a kind or by another pattern`),
      ...when(fault !== null, `${where}.pattern: it ${fault}`),
    ];
  });
}

const SENSITIVITY = { lenient: 0, standard: 1, strict: 2 } as const;
const ALLOWED =
  'give it an exception with a reason and an end, or set organisation.protection.allow_weaker_overrides';

function weakerFaults({ name, protection: own }: WorkloadDto, than: ProtectionDto): string[] {
  const where = `workloads.${name}.protection`;
  const { mode, sensitivity, observe, answers, injection } = own;
  const of = toProtection(than);
  return [
    ...when(
      mode !== undefined && ACTION_STRENGTH[mode] < ACTION_STRENGTH[than.mode],
      `${where}.mode: ${mode} is weaker than the organisation's ${than.mode}; ${ALLOWED}`,
    ),
    ...when(
      sensitivity !== undefined && SENSITIVITY[sensitivity] < SENSITIVITY[than.sensitivity],
      `${where}.sensitivity: ${sensitivity} finds less than the organisation's ${than.sensitivity}; ${ALLOWED}`,
    ),
    ...when(
      answers !== undefined && ANSWERS_STRENGTH[answers] < ANSWERS_STRENGTH[than.answers],
      `${where}.answers: ${answers} is weaker than the organisation's ${than.answers}; ${ALLOWED}`,
    ),
    ...when(
      injection !== undefined && INJECTION_STRENGTH[injection] < INJECTION_STRENGTH[than.injection],
      `${where}.injection: ${injection} does less than the organisation's ${than.injection}; ${ALLOWED}`,
    ),
    ...when(
      own.pseudonym_scope === 'workload' && than.pseudonym_scope === 'conversation',
      `${where}.pseudonym_scope: conversations of the organisation are apart; ${ALLOWED}`,
    ),
    ...when(
      observe === true && !than.observe,
      `${where}.observe: the organisation's policy is enforced; ${ALLOWED}`,
    ),
    ...own.kinds.flatMap((rule) =>
      when(
        protectsLess(of, protectionFor(of, { kinds: [rule] })),
        `${where}.kinds: the rule for ${rule.name} protects less than the organisation's; ${ALLOWED}`,
      ),
    ),
  ];
}
