import type { Role } from '#contract';
import type { OrganisationId } from '#kernel';
import type { Member } from './entities/member.entity.js';

/** Who asks something of the admin API. */
export interface Actor {
  readonly kind: 'member' | 'token';
  /** Of the member, or public id of the token. */
  readonly id: string;
  /** The member, or who made the token. */
  readonly memberId: string | null;
  readonly name: string;
  readonly role: Role;
  readonly organisationId: OrganisationId;
  /** Null for tokens. */
  readonly session: ActorSession | null;
  /** Where the request came from, for the log. */
  readonly ip: string;
}

export interface ActorSession {
  readonly id: string;
  /** A password or a code was given again within the last minutes. */
  readonly isSteppedUp: boolean;
  readonly emailVerified: boolean;
  /** The organisation asks for a second factor, and the member has none. */
  readonly needsTotp: boolean;
}

/** A member who has no session yet: who signs in at this moment, say. */
export const arriving = (
  { id, name, role, organisationId }: Pick<Member, 'id' | 'name' | 'role' | 'organisationId'>,
  ip: string,
): Actor => ({ kind: 'member', id, memberId: id, name, role, organisationId, session: null, ip });
