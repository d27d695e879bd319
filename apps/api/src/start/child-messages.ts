/** What a process of a supervisor's says to it, and what it hears. */
export type FromChild =
  | { readonly kind: 'serving'; readonly welcome: string }
  | { readonly kind: 'metrics'; readonly id: number };

/** The metrics of all processes together; null when they could not be read. */
export interface FromSupervisor {
  readonly kind: 'metrics';
  readonly id: number;
  readonly text: string | null;
}

const kindOf = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'kind' in message ? message.kind : undefined;

export const isFromChild = (message: unknown): message is FromChild =>
  kindOf(message) === 'serving' || kindOf(message) === 'metrics';

export const isFromSupervisor = (message: unknown): message is FromSupervisor =>
  kindOf(message) === 'metrics';
