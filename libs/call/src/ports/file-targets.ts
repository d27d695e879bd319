import type { ReceivedCall } from '../call.js';

/** What every endpoint that a name leads to can be shown: of several, what all of them can. */
export interface FileTarget {
  /** Takes PDFs as they are. */
  readonly takesPdf: boolean;
  readonly seesImages: boolean;
}

/** Who may be sent the documents of a conversation. */
export abstract class FileTargets {
  /** Null for a name that leads nowhere, which Route refuses. */
  abstract of(call: ReceivedCall): FileTarget | null;
}
