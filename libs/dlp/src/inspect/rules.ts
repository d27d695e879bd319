import { refuse, type HmacSha256, type Steps } from '#kernel';
import type { ProtectionPolicy } from '#call';
import type { KnownValues } from '../answers/known-values.js';
import type { ActivePolicy } from '../policy.js';
import type { OwnSearch } from '../scan/own/own-search.js';
import type { Search, TextScan } from '../scan/scan-text.js';
import type { Unreadable } from '#wire';

/** What the workload of a call wants done. */
export interface Rules {
  readonly policy: ActivePolicy;
  readonly own: OwnSearch | null;
  /** Finds what a text holds, or knows it from before. */
  readonly scan: (text: string, search: Search) => Steps<TextScan>;
  readonly unscannable: ProtectionPolicy['unscannable'];
  /** A document that was not anonymized does not pass, in any mode. */
  readonly cleansDocuments: boolean;
  readonly restoreHosts: readonly string[];
  /** Takes what is found; null where nobody asks for it in the answer. */
  readonly known: KnownValues | null;
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

/** @throws document_unscannable where a mode or the policy for documents may not let pass what nobody read */
export function refuseUnread(
  { policy, unscannable, cleansDocuments }: Rules,
  files: readonly Unread[],
): void {
  const unclean = cleansDocuments ? files.find(({ kind }) => kind === 'document') : undefined;
  if (unclean) {
    const param = unclean.pathOf();
    throw refuse('document_unscannable', {
      message: `Data protection cannot take personal data out of a document at ${param}. Send it with its bytes, in base64, or send its text.`,
      param,
    });
  }
  if (!policy.isProtective) return;
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
export function refuseTokens({ policy }: Rules, hasTerms: boolean, path: string): void {
  if (!policy.isProtective && !hasTerms) return;
  const param = path.replace(/(?:\[\d+\])+$/, '');
  throw refuse('document_unscannable', {
    message: `Data protection cannot read the tokens at ${param}. Send the text itself (OpenAIEmbeddings of LangChain: check_embedding_ctx_length=False).`,
    param,
  });
}
