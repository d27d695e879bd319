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

const NAMES: Readonly<Record<Unreadable, string>> = {
  image: 'an image',
  audio: 'a recording',
  document: 'a document',
  upload: 'an uploaded file',
};

/** @throws document_unscannable where a protective mode may not let pass what it cannot read */
export function refuseUnread({ mode, unscannable }: Rules, files: readonly Unread[]): void {
  if (mode === 'allow_log') return;
  const refused = files.find(({ kind }) => unscannable[kind] === 'refuse');
  if (!refused) return;
  const param = refused.pathOf();
  throw refuse('document_unscannable', {
    message: `Data protection cannot read ${NAMES[refused.kind]} at ${param}.`,
    param,
  });
}
