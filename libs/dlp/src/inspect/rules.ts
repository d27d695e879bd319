import { refuse, type HmacSha256 } from '#kernel';
import type { ProtectionMode, ProtectionPolicy } from '#call';
import type { Unreadable } from '#wire';

/** What the workload of a call wants done. */
export interface Rules {
  readonly mode: ProtectionMode;
  readonly unscannable: ProtectionPolicy['unscannable'];
  /** Asked only when something is found. */
  readonly key: () => HmacSha256;
}

interface Unread {
  readonly kind: Unreadable;
  readonly pathOf: () => string;
}

/** What each is called, in words and in the settings. */
const NAMES: Readonly<Record<Unreadable, readonly [words: string, setting: string]>> = {
  image: ['an image', 'images'],
  audio: ['a recording', 'audio'],
  document: ['a document', 'documents'],
  upload: ['an uploaded file', 'uploads'],
};

/** @throws document_unscannable where a protective mode may not let pass what it cannot read */
export function refuseUnread({ mode, unscannable }: Rules, files: readonly Unread[]): void {
  if (mode === 'allow_log') return;
  const refused = files.find(({ kind }) => unscannable[kind] === 'refuse');
  if (!refused) return;
  const param = refused.pathOf();
  const [words, setting] = NAMES[refused.kind];
  throw refuse('document_unscannable', {
    message: `Data protection cannot read ${words} at ${param}. Send its text, or have protection.unscannable.${setting} changed.`,
    param,
  });
}

/**
 * Tokens are no file: what they mean is never to be read, so no setting lets them pass.
 * @throws document_unscannable
 */
export function refuseTokens({ mode }: Rules, hasTerms: boolean, path: string): void {
  if (mode === 'allow_log' && !hasTerms) return;
  const param = path.replace(/(?:\[\d+\])+$/, '');
  throw refuse('document_unscannable', {
    message: `Data protection cannot read the tokens at ${param}. Send the text itself (OpenAIEmbeddings of LangChain: check_embedding_ctx_length=False).`,
    param,
  });
}
