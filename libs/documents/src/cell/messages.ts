import type { DocumentFaultKey } from '../document-fault.js';
import type { StepName } from '../limits.js';

/** To a cell. The bytes of a document follow its job, in chunks. */
export type CellOrder =
  /** First: before it nobody may listen to what a cell says. */
  | { readonly kind: 'begin' }
  | {
      readonly kind: 'job';
      readonly task: string;
      readonly options: unknown;
      readonly byteCounts: readonly number[];
    }
  | { readonly kind: 'chunk'; readonly bytes: Uint8Array };

/** What a cell found that it can do. */
export interface CellFacts {
  /** Pages can be drawn: one was. */
  readonly canRender: boolean;
  /** Languages that can be recognised, by their three letters; none where the engine does not load. */
  readonly languages: readonly string[];
}

export type CellReport =
  | { readonly kind: 'ready'; readonly facts: CellFacts }
  /** Its time starts anew. */
  | { readonly kind: 'step'; readonly step: StepName }
  | { readonly kind: 'part'; readonly part: unknown }
  | { readonly kind: 'done'; readonly result: unknown; readonly rssBytes: number }
  | {
      readonly kind: 'failed';
      readonly key: DocumentFaultKey;
      readonly told: string | undefined;
      readonly rssBytes: number;
    };
