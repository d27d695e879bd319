import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MANAGED_ROLES, type Role } from '#contract';
import { problem, type OrganisationId } from '#kernel';
import { type Statement, type Tx } from '#platform';
import type { Actor } from '../actor.js';
import { Member } from '../entities/member.entity.js';

const LOCK: Statement = {
  name: 'people-lock',
  text: `SELECT pg_advisory_xact_lock(hashtext('gw_people'), hashtext($1::text))`,
};

export interface MemberChange {
  readonly name?: string;
  readonly role?: Role;
  readonly status?: 'active' | 'disabled';
}

export const mayManage = (role: Role, other: Role): boolean => MANAGED_ROLES[role].includes(other);

/** @throws permission_missing */
export function expectMayManage({ role }: Pick<Actor, 'role'>, ...roles: readonly Role[]): void {
  const denied = roles.find((one) => !mayManage(role, one));
  if (denied === undefined) return;
  throw problem('permission_missing', {
    detail: `The role ${role} may not give or take the role ${denied}.`,
  });
}

/** Members of an organisation. There is always an owner who can sign in. */
@Injectable()
export class People {
  async find(manager: EntityManager, organisationId: OrganisationId, id: string): Promise<Member> {
    const member = await manager.findOneBy(Member, { id, organisationId });
    if (!member) throw problem('not_found');
    return member;
  }

  /** @throws not_found, version_changed, permission_missing, conflict for the last owner */
  async update(
    manager: EntityManager,
    tx: Tx,
    actor: Actor,
    id: string,
    change: MemberChange,
    version: number,
  ): Promise<{ readonly before: Member; readonly after: Member }> {
    await this.lock(tx, actor.organisationId);
    const before = await this.find(manager, actor.organisationId, id);
    if (before.version !== version) throw problem('version_changed');
    expectMayManage(actor, before.role, change.role ?? before.role);
    const after = manager.create(Member, before);
    manager.merge(Member, after, { ...change, version: version + 1 });
    const stays = after.role === 'owner' && after.status === 'active';
    if (!stays) await this.expectAnotherOwner(manager, before);
    // What changes and nothing else: the rest of what was read may be old by now.
    const { affected } = await manager.update(
      Member,
      { id, version },
      { ...change, version: version + 1 },
    );
    if (affected !== 1) throw problem('version_changed');
    return { before, after };
  }

  /** @throws not_found, permission_missing, conflict for the last owner */
  async remove(manager: EntityManager, tx: Tx, actor: Actor, id: string): Promise<Member> {
    await this.lock(tx, actor.organisationId);
    const member = await this.find(manager, actor.organisationId, id);
    expectMayManage(actor, member.role);
    await this.expectAnotherOwner(manager, member);
    await manager.delete(Member, { id });
    return member;
  }

  /** Two owners who demote each other at once must not both succeed. */
  private async lock(tx: Tx, organisationId: OrganisationId): Promise<void> {
    await tx.query(LOCK, [organisationId]);
  }

  private async expectAnotherOwner(manager: EntityManager, leaving: Member): Promise<void> {
    if (leaving.role !== 'owner' || leaving.status !== 'active') return;
    const owners = await manager.countBy(Member, {
      organisationId: leaving.organisationId,
      role: 'owner',
      status: 'active',
    });
    if (owners <= 1) {
      throw problem('conflict', { detail: 'The last owner stays: make another one first.' });
    }
  }
}
