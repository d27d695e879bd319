import type { Unreadable } from '#wire';
import type { InjectionMode } from './injection.js';

export type ProtectionMode = 'allow_log' | 'mask' | 'tokenize' | 'block';

/** What is done about a found value. `log` leaves the text as it is. */
export type ProtectionAction = 'log' | 'mask' | 'tokenize' | 'block';

/** What an organisation wants protected and how, with a workload's overrides applied. */
export interface ProtectionPolicy {
  readonly mode: ProtectionMode;
  /** How sure a finding has to be, from 0 to 1. */
  readonly scoreMin: number;
  /** By name of a kind, a subtype or a group; what a more precise name says counts first. */
  readonly rules: ReadonlyMap<string, KindRule>;
  /** Nothing is changed or refused; the log says what would have been. */
  readonly isObserving: boolean;
  readonly exceptions: readonly ProtectionException[];
  /** What is found beside what everybody's data holds. */
  readonly terms: readonly OwnTerm[];
  readonly patterns: readonly OwnPattern[];
  /** Values that are no secret: never found, however they are spelled. */
  readonly allowed: readonly string[];
  /** What a protective mode does with what it cannot read; `allow_log` always marks. */
  readonly unscannable: Readonly<Record<Unreadable, 'mark' | 'refuse'>>;
  /** Documents are anonymized on this machine before they leave it, and refused where they cannot be. */
  readonly cleansDocuments: boolean;
  readonly answers: AnswerProtection;
  readonly injection: InjectionMode;
  /** Values are put back into their addresses: a host, or all below one (`*.example.com`). */
  readonly restoreHosts: readonly string[];
  /** Where one value has one pseudonym: in all calls of a workload, or in those of one conversation. */
  readonly pseudonymScope: PseudonymScope;
}

/** Whether documents are anonymized: who only observes changes nothing. */
export const isCleaning = ({ cleansDocuments, isObserving }: ProtectionPolicy): boolean =>
  cleansDocuments && !isObserving;

/** What is done about values that a model says itself; `off` looks for none. */
export type AnswerProtection = 'off' | 'mask' | 'block';

export type PseudonymScope = 'workload' | 'conversation';

export interface OwnTerm {
  readonly term: string;
  /** The word in front of its pseudonyms. */
  readonly label: string;
}

export interface OwnPattern {
  /** What the log and the rules call it. */
  readonly name: string;
  readonly label: string;
  /** RE2, see `patternFault`. */
  readonly pattern: string;
  /** From 0 to 1; with words, that of a value that one of them stands beside. */
  readonly score: number;
  readonly words: readonly string[];
  readonly check: 'none' | 'luhn' | 'mod97';
}

/** A member that is left out is as the next wider name has it, and at last as the mode does. */
export interface KindRule {
  readonly isEnabled?: boolean | undefined;
  readonly action?: ProtectionAction | undefined;
  readonly scoreMin?: number | undefined;
}

/** Kinds that may pass for a while, for a reason that people can be asked about. */
export interface ProtectionException {
  /** Names of kinds, subtypes or groups. */
  readonly kinds: readonly string[];
  readonly reason: string;
  /** Milliseconds since the epoch. */
  readonly untilMs: number;
}
