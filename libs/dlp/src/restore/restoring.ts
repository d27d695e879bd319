import type { Steps } from '#kernel';
import type { AnswerTexts, ReplyEvent, ReplyFrame } from '#wire';
import type { Vault } from '../pseudonyms/vault.js';
import { restoreLine, restoreWhole } from './text-restorer.js';

/** What the answer of one call needs to be restored. */
export interface Restoring {
  readonly vault: Vault;
  readonly isStreaming: boolean;
  /** Where the texts of the answer's format stand. */
  readonly texts: AnswerTexts;
  /** What was thought goes back under its maker's signature, so it has to stay as it came. */
  readonly keepsThinking: boolean;
}

export type TextEvent = Extract<ReplyEvent, { readonly type: 'text' | 'args' }>;

/** Is it a text that stays as it came? */
export const isKept = (event: TextEvent, { keepsThinking }: Restoring): boolean =>
  keepsThinking && event.part.kind === 'thinking';

export const isText = (event: ReplyEvent): event is TextEvent =>
  event.type === 'text' || event.type === 'args';

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
      message: restoreLine(vault, message),
      ...(param !== undefined && { param: restoreLine(vault, param) }),
    };
  }
  if (event.type === 'part_start' && event.tool) {
    return { ...event, tool: { ...event.tool, name: yield* restoreWhole(vault, event.tool.name) } };
  }
  return isText(event) && !isKept(event, restoring)
    ? { ...event, delta: yield* restoreWhole(vault, event.delta, isCut) }
    : event;
}
