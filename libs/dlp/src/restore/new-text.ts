import type { AnswerGuard } from '../answers/answer-guard.js';
import { GuardWindow, type Before } from '../answers/guard-window.js';
import { GuardedText } from '../answers/guarded-text.js';
import type { Vault } from '../pseudonyms/vault.js';
import type { PieceSource } from './piece-source.js';
import { VisibleText } from './visible-text.js';

/** What is done to a text of an answer. */
export interface TextRules {
  /** Null where nothing is to be put back. */
  readonly vault: Vault | null;
  /** Null where nobody looks for what the model says itself. */
  readonly guard: AnswerGuard | null;
  /** Where it stands, as the log calls it. */
  readonly place: string;
  /** What it is the value of; empty where nothing says. */
  readonly name: string;
  /** It goes on as it came, or not at all. */
  readonly isSigned: boolean;
}

/** A text without any form. @param before what stands in front of it in the same answer */
export function newText(rules: TextRules, before?: Before): PieceSource {
  const { vault, guard } = rules;
  const restored = vault && new VisibleText(vault, rules.place === TOOL);
  if (guard) return new GuardedText(new GuardWindow({ ...rules, guard }, before), restored);
  return restored ?? VERBATIM;
}

/** A tool gets each text as the value of an argument, and may load what one begins with. */
const TOOL = 'answer.tool';

const VERBATIM: PieceSource = {
  push: (delta) => [{ source: delta }],
  finish: (delta) => [{ source: delta }],
  flush: () => [],
};
