import type { Cancellation, JsonNode } from '#kernel';
import type { ProtectionAction, ProtectionPolicy } from '../protection.js';

/** A text of a document. */
export interface SearchedText {
  readonly text: string;
  /** Words that people read, in which values are sought; elsewhere only those that were found in words are. */
  readonly isProse: boolean;
}

/** What is to be found in the texts of one document. */
export interface ValueOrder {
  readonly organisation: { readonly id: string };
  /** Of the workload: its terms, patterns and words that are no secret. */
  readonly protection: ProtectionPolicy;
  /** Names of kinds; null for those that the organisation protects. */
  readonly kinds: readonly string[] | null;
  /** Terms of the caller's own. */
  readonly remove: readonly string[];
  /** Found before, in the same document: sought everywhere again. */
  readonly known: readonly KnownValue[];
  readonly nowMs: number;
  /** Nobody waits for it any more. */
  readonly ended: Cancellation;
}

export interface KnownValue {
  readonly kind: string;
  readonly value: string;
}

/** A value in a text, by UTF-16 offsets. */
export interface FoundValue extends KnownValue {
  readonly start: number;
  readonly end: number;
  /** What different spellings of one value have in common. */
  readonly key: string;
  /** What the policy would do about it in a call. Who was asked for a document without values takes it out all the same. */
  readonly action: ProtectionAction;
}

/** Finds personal data in the texts of a document: who reads documents does not know how, and who does knows no documents. */
export abstract class ValueFinder {
  /** Names that `ValueOrder.kinds` takes. */
  abstract readonly kinds: readonly string[];

  /** Whether a term can be sought: it holds letters, digits or signs, and is not longer than terms are. */
  abstract isTerm(term: string): boolean;

  /** Terms that the body of a call wants taken out (`gw.remove`), as they are sought. @throws field_invalid */
  abstract termsOf(body: JsonNode): readonly string[];

  /** @returns for each text what stands in it, sorted and without overlaps; tags (`«EMAIL_1»`) are no values */
  abstract find(
    texts: readonly SearchedText[],
    order: ValueOrder,
  ): Promise<readonly (readonly FoundValue[])[]>;
}
