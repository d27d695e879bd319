import type { Steps } from '#kernel';
import type { AnswerSort, AnswerTexts, Part, ReplyEvent, ReplyFrame } from '#wire';
import type { AnswerGuard } from '../answers/answer-guard.js';
import type { Vault } from '../pseudonyms/vault.js';
import type { TextRules } from './new-text.js';
import { restoreLine, restoreWhole } from './text-restorer.js';

/** What the answer of one call needs to be restored. */
export interface Restoring {
  /** Null where nothing is to be put back. */
  readonly vault: Vault | null;
  /** Null where nobody looks for what the model says itself. */
  readonly guard: AnswerGuard | null;
  /** The caller reads the payloads, not what is written anew by their events. */
  readonly isSpliced: boolean;
  readonly isStreaming: boolean;
  /** Where the texts of the answer's format stand. */
  readonly texts: AnswerTexts;
  /** What was thought goes back under its maker's signature, so it has to stay as it came. */
  readonly keepsThinking: boolean;
  /** Its caller is told one part after the other: a piece that comes too late would be a part of its own. */
  readonly partsInTurn: boolean;
}

export type TextEvent = Extract<ReplyEvent, { readonly type: 'text' | 'args' }>;

/** Is it a text that stays as it came? */
export const isKept = (event: TextEvent, { keepsThinking }: Restoring): boolean =>
  keepsThinking && event.part.kind === 'thinking';

export const isText = (event: ReplyEvent): event is TextEvent =>
  event.type === 'text' || event.type === 'args';

/** A text of the answer at a place of this sort. @param name what it is the value of */
export const rulesOf = ({ vault, guard }: Restoring, sort: AnswerSort, name = ''): TextRules => ({
  vault,
  guard,
  place: `answer.${sort}`,
  name,
  isSigned: false,
});

const SORT_OF: Readonly<Record<Part['kind'], AnswerSort>> = {
  text: 'text',
  thinking: 'thinking',
  refusal: 'refusal',
  tool_call: 'tool',
  function_call: 'tool',
  provider_call: 'tool',
};

/** Of a part that its events tell. */
export function rulesOfPart(part: Part, restoring: Restoring): TextRules {
  const rules = rulesOf(restoring, SORT_OF[part.kind]);
  const isSigned = restoring.keepsThinking && part.kind === 'thinking';
  return isSigned ? { ...rules, vault: null, isSigned } : rules;
}

type Events = Pick<ReplyFrame, 'events'>;

/** The model was not allowed to say more, so a text may end anywhere. */
export const isLimited = ({ events }: Events): boolean =>
  events.some((event) => event.type === 'finish' && event.reason === 'length');

/** Texts that grew until this frame end in the middle. */
export const breaksOff = (frame: Events): boolean =>
  isLimited(frame) || frame.events.some(({ type }) => type === 'error');

/** @param isCut of its text, see `TextRestorer` */
export function* restoreEvent(
  event: ReplyEvent,
  restoring: Restoring,
  isCut = false,
): Steps<ReplyEvent> {
  const { vault } = restoring;
  if (event.type === 'error') {
    const { message, param } = event;
    return {
      ...event,
      message: vault ? restoreLine(vault, message) : message,
      ...(param !== undefined && { param: vault ? restoreLine(vault, param) : param }),
    };
  }
  if (event.type === 'part_start' && event.tool) {
    const beside = { ...rulesOf(restoring, 'tool'), guard: null };
    return {
      ...event,
      tool: { ...event.tool, name: yield* restoreWhole(beside, event.tool.name) },
    };
  }
  return isText(event) && !isKept(event, restoring)
    ? {
        ...event,
        delta: yield* restoreWhole(rulesOfPart(event.part, restoring), event.delta, isCut),
      }
    : event;
}
