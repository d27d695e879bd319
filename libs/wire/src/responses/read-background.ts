import { member, stringOf, type JsonDocument } from '#kernel';
import { readNativeTier, readNativeUsage } from '../native/read-usage.js';
import type { ServiceTier } from '../service-tier.js';
import type { Untold, Usage } from '../usage.js';

const ENDS = ['completed', 'incomplete', 'failed', 'cancelled', 'expired'] as const;

export interface StoredAnswer {
  /** `open`: its provider is still at work. Null where no reader of the format knows the word. */
  readonly status: (typeof ENDS)[number] | 'open' | null;
  readonly usage: Usage | null;
  readonly untold?: Untold;
  readonly tier?: ServiceTier;
}

/** Of a response that was asked for in the background, as its provider keeps it. */
export function readStoredAnswer(document: JsonDocument): StoredAnswer {
  const word = stringOf(member(document.root, 'status'));
  const isOpen = word === 'queued' || word === 'in_progress' || word === 'cancelling';
  const status = isOpen ? 'open' : (ENDS.find((one) => one === word) ?? null);
  const tier = readNativeTier(document);
  return { status, usage: null, ...readNativeUsage(document), ...(tier && { tier }) };
}
