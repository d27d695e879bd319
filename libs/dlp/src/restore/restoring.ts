import type { Steps } from '#kernel';
import type { ReplyEvent, TextGrammar } from '#wire';
import type { Vault } from '../pseudonyms/vault.js';
import { restoreWhole } from './text-restorer.js';

/** What the answer of one call needs to be restored. */
export interface Restoring {
  readonly vault: Vault;
  readonly isStreaming: boolean;
  /** Where the texts of the answer's format stand. */
  readonly texts: TextGrammar;
}

export type TextEvent = Extract<ReplyEvent, { readonly type: 'text' | 'args' }>;

export const isText = (event: ReplyEvent): event is TextEvent =>
  event.type === 'text' || event.type === 'args';

export function* restoreEvent(event: ReplyEvent, { vault }: Restoring): Steps<ReplyEvent> {
  if (event.type === 'error') {
    return { ...event, message: yield* restoreWhole(vault, event.message) };
  }
  if (event.type === 'part_start' && event.tool) {
    return { ...event, tool: { ...event.tool, name: yield* restoreWhole(vault, event.tool.name) } };
  }
  return isText(event) ? { ...event, delta: yield* restoreWhole(vault, event.delta) } : event;
}
