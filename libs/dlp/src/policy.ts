import { specOf } from '#contract';
import type {
  Inspection,
  KindRule,
  ProtectionAction,
  ProtectionMode,
  ProtectionPolicy,
} from '#call';
import type { Finding, Kind } from './kinds.js';
import { foldTerm } from './scan/fold-term.js';

/** What becomes of a finding. `fate` is what the log calls it. */
export interface Decided extends Finding {
  readonly action: ProtectionAction;
  readonly fate: Fate;
}

/** `would_…` where the policy only observes; `excepted` where an exception lets it pass. */
export type Fate = ProtectionAction | 'excepted' | `would_${ProtectionAction}`;

/** A policy as it stands at the moment of one call. */
export interface ActivePolicy {
  /** Whether what nobody can read may be refused. */
  readonly isProtective: boolean;
  /** Whether people, places or organisations count as findings. */
  readonly wantsNames: boolean;
  /** Whether findings of at least one of these kinds count. */
  readonly wantsAny: (kinds: readonly Kind[]) => boolean;
  /** Null for what the policy does not count as a finding. @param text that it stands in */
  readonly decide: (finding: Finding, text: string) => Decided | null;
}

/** @param nowMs since the epoch; exceptions end by it */
export function activePolicy(policy: ProtectionPolicy, nowMs: number): ActivePolicy {
  const { rulings, allowed, wantsNames } = preparedOf(policy);
  return {
    isProtective: policy.mode !== 'allow_log' && !policy.isObserving,
    wantsNames,
    wantsAny: (kinds) => kinds.some((kind) => rulings({ kind }).isEnabled),
    decide(finding, text) {
      const { isEnabled, scoreMin, action, exceptedUntilMs } = rulings(finding);
      if (!isEnabled || finding.score < scoreMin) return null;
      // The caller asked for a term to be taken out, whatever the mode; naming it is no offence.
      if (finding.kind === 'removal_term') {
        return { ...finding, action: 'tokenize', fate: 'tokenize' };
      }
      if (allowed.size > 0 && allowed.has(foldTerm(spellingOf(finding, text)))) return null;
      if (nowMs < exceptedUntilMs) return { ...finding, action: 'log', fate: 'excepted' };
      if (policy.isObserving && action !== 'log') {
        return { ...finding, action: 'log', fate: `would_${action}` };
      }
      return { ...finding, action, fate: action };
    },
  };
}

const ACTION_OF: Readonly<Record<ProtectionMode, ProtectionAction>> = {
  allow_log: 'log',
  mask: 'mask',
  tokenize: 'tokenize',
  block: 'block',
};

/** What a policy says of one kind or subtype. */
interface Ruling {
  readonly isEnabled: boolean;
  readonly scoreMin: number;
  readonly action: ProtectionAction;
  readonly exceptedUntilMs: number;
}

type Rulings = (finding: Pick<Finding, 'kind' | 'subtype'>) => Ruling;

/** What the model finds. */
const NAME_KINDS = ['person_name', 'location', 'organization'] as const;

/** Worked out once, as long as the settings are those; a ruling when its kind is first met. */
interface Prepared {
  readonly rulings: Rulings;
  /** Folded as terms are. */
  readonly allowed: ReadonlySet<string>;
  readonly wantsNames: boolean;
}

const known = new WeakMap<ProtectionPolicy, Prepared>();

function preparedOf(policy: ProtectionPolicy): Prepared {
  let prepared = known.get(policy);
  if (!prepared) {
    const rulings = rulingsOf(policy);
    prepared = {
      rulings,
      allowed: new Set(policy.allowed.map(foldTerm)),
      wantsNames: NAME_KINDS.some((kind) => rulings({ kind }).isEnabled),
    };
    known.set(policy, prepared);
  }
  return prepared;
}

function rulingsOf(policy: ProtectionPolicy): Rulings {
  const byName = new Map<string, Ruling>();
  return (finding) => {
    const name = finding.subtype ?? finding.kind;
    let ruling = byName.get(name);
    if (!ruling) byName.set(name, (ruling = rule(policy, finding)));
    return ruling;
  };
}

const spellingOf = ({ value, start, end }: Finding, text: string): string =>
  value ?? text.slice(start, end);

function rule(
  policy: ProtectionPolicy,
  { kind, subtype }: Pick<Finding, 'kind' | 'subtype'>,
): Ruling {
  const { group, isOptional } = specOf(kind);
  const names = [...(subtype === undefined ? [] : [subtype]), kind, group];
  const rules = names.flatMap((name) => policy.rules.get(name) ?? []);
  const said = <Member extends keyof KindRule>(member: Member): KindRule[Member] =>
    rules.find((one) => one[member] !== undefined)?.[member];
  return {
    isEnabled: said('isEnabled') ?? !isOptional,
    scoreMin: said('scoreMin') ?? policy.scoreMin,
    action: said('action') ?? actionOf(policy.mode, group),
    exceptedUntilMs: Math.max(
      0,
      ...policy.exceptions
        .filter(({ kinds }) => kinds.some((name) => names.includes(name)))
        .map(({ untilMs }) => untilMs),
    ),
  };
}

/** A key that comes back in an answer helps nobody, and a tool may be made to send it away. */
const actionOf = (mode: ProtectionMode, group: string): ProtectionAction =>
  group === 'secret' && mode === 'tokenize' ? 'mask' : ACTION_OF[mode];

/** The one word for the audit entry: the least reversible thing that was done to the text. */
export function summaryOf(actions: ReadonlySet<ProtectionAction>): Inspection['action'] {
  if (actions.has('block')) return 'blocked';
  if (actions.has('mask')) return 'masked';
  if (actions.has('tokenize')) return 'tokenized';
  return actions.has('log') ? 'logged' : 'none';
}
