import type { Organisation, Workload } from './settings.js';

/**
 * Who is calling, with the settings that applied at that moment. `key`: software with a virtual
 * key. `member`: a person in the Console. `internal`: the gateway itself, on behalf of another call
 * or of a job; such a call passes the same pipeline. Never holds a secret.
 */
export type Principal = KeyPrincipal | MemberPrincipal | InternalPrincipal;

/** Whose money it is. */
export interface Spender {
  readonly organisation: Organisation;
  /** Whose limits, budget, models and protection apply. */
  readonly workload: Workload;
}

export interface KeyPrincipal extends Spender {
  readonly kind: 'key';
  /** Public id of the virtual key (8 characters). */
  readonly keyId: string;
}

export interface MemberPrincipal extends Spender {
  readonly kind: 'member';
  readonly memberId: string;
}

export interface InternalPrincipal extends Spender {
  readonly kind: 'internal';
  /** What for, where the log is to say it. */
  readonly purpose?: 'scope_guard';
}
