import type { ReplyEvent, TextGrammar } from '#wire';
import type { Vault } from '../pseudonyms/vault.js';
import { JsonRestorer } from './json-restorer.js';
import { restoreWhole, TextRestorer, type Restorer } from './text-restorer.js';

/** What the answer of one call needs to be restored. */
export interface Restoring {
  readonly vault: Vault;
  readonly isStreaming: boolean;
  /** Where the texts of the answer's format stand. */
  readonly texts: TextGrammar;
  /** The caller asked for structured output. */
  readonly textIsJson: boolean;
}

export type TextEvent = Extract<ReplyEvent, { readonly type: 'text' | 'args' }>;

export const isText = (event: ReplyEvent): event is TextEvent =>
  event.type === 'text' || event.type === 'args';

export const isJsonText = (event: TextEvent, { textIsJson }: Restoring): boolean =>
  event.type === 'args' || (textIsJson && event.part.kind === 'text');

export const newRestorer = (isJson: boolean, { vault }: Restoring): Restorer =>
  isJson ? new JsonRestorer(vault) : new TextRestorer(vault);

export function restoreEvent(event: ReplyEvent, restoring: Restoring): ReplyEvent {
  if (event.type === 'error') {
    return { ...event, message: restoreWhole(new TextRestorer(restoring.vault), event.message) };
  }
  if (!isText(event)) return event;
  const restorer = newRestorer(isJsonText(event, restoring), restoring);
  return { ...event, delta: restoreWhole(restorer, event.delta) };
}
