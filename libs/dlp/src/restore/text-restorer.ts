import type { Vault } from '../pseudonyms/vault.js';
import { RestoreWindow, type Piece } from './restore-window.js';

/** Restores one growing text of the answer. */
export interface Restorer {
  /** What can be shown after this delta; what is held back comes with a later one. */
  push(delta: string): string;
  /** What was held back. The text is complete. */
  flush(): string;
}

export class TextRestorer implements Restorer {
  private readonly window: RestoreWindow;

  constructor(vault: Vault) {
    this.window = new RestoreWindow(vault);
  }

  push(delta: string): string {
    return join(this.window.push(delta));
  }

  flush(): string {
    return join(this.window.flush());
  }
}

const join = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => piece.value ?? piece.source).join('');

export function restoreWhole(restorer: Restorer, text: string): string {
  return restorer.push(text) + restorer.flush();
}
