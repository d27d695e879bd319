import type { EntityManager } from 'typeorm';
import { Member } from '../entities/member.entity.js';

type Given = Pick<
  Member,
  | 'id'
  | 'organisationId'
  | 'email'
  | 'name'
  | 'role'
  | 'passwordHash'
  | 'createdAt'
  | 'emailVerifiedAt'
> &
  Partial<Pick<Member, 'oidcSubject'>>;

/** Active, without a second factor. */
export const newMember = (manager: EntityManager, given: Given): Member =>
  manager.create(Member, {
    status: 'active',
    totpSecret: null,
    totpConfirmedAt: null,
    totpStep: null,
    oidcSubject: null,
    lastSeenAt: null,
    version: 1,
    ...given,
  });
