import type { Schemas } from '../../api/client';

export type Member = Schemas['MemberView'];

/** What is to be confirmed. */
export interface Pending {
  readonly kind: 'sign_out' | 'reset_totp' | 'verify' | 'remove';
  readonly member: Member;
}
