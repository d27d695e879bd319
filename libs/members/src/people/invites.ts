import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan, type EntityManager } from 'typeorm';
import type { Role } from '#contract';
import { Clock, Entropy, Ids, problem, type OrganisationId } from '#kernel';
import type { Tx } from '#platform';
import type { Actor } from '../actor.js';
import { Invite } from '../entities/invite.entity.js';
import { Member } from '../entities/member.entity.js';
import { MemberMails } from '../mail/member-mails.js';
import { hashOf, makeToken } from '../secret-token.js';
import { newMember } from './new-member.js';
import { expectMayManage, mayManage } from './people.js';
import { Security } from './security.js';

const LIFE_MS = 7 * 24 * 3_600_000;
const OPEN_MAX = 500; // Of an organisation at a time.

/** How somebody becomes a member: by a link in a mail, within a week, once. */
@Injectable()
export class Invites {
  constructor(
    private readonly mails: MemberMails,
    private readonly security: Security,
    private readonly clock: Clock,
    private readonly entropy: Entropy,
    private readonly ids: Ids,
  ) {}

  /** Open ones, newest first. */
  list(manager: EntityManager, { organisationId }: Actor): Promise<Invite[]> {
    return manager.find(Invite, {
      where: { organisationId, acceptedAt: IsNull(), expiresAt: MoreThan(this.now) },
      order: { createdAt: 'DESC' },
      take: OPEN_MAX,
    });
  }

  /** One that is open for the address is replaced. @throws permission_missing, name_taken, invalid, conflict */
  async invite(
    manager: EntityManager,
    tx: Tx,
    actor: Actor,
    wanted: { readonly email: string; readonly role: Role },
  ): Promise<Invite> {
    expectMayManage(actor, wanted.role);
    const email = wanted.email.trim().toLowerCase();
    const { organisationId } = actor;
    await this.security.expectDomain(manager, organisationId, email);
    if (await manager.existsBy(Member, { email })) {
      throw problem('name_taken', {
        errors: [{ path: 'email', message: 'is the address of a member already' }],
      });
    }
    await manager.delete(Invite, { organisationId, email, acceptedAt: IsNull() });
    if ((await this.list(manager, actor)).length >= OPEN_MAX) {
      throw problem('conflict', { detail: `There are ${OPEN_MAX} open invitations.` });
    }
    const token = makeToken(this.entropy);
    const invite = manager.create(Invite, {
      id: this.ids.id(),
      organisationId,
      email,
      role: wanted.role,
      tokenHash: hashOf(token),
      invitedBy: actor.memberId,
      createdAt: this.now,
      expiresAt: new Date(this.clock.nowMs() + LIFE_MS),
      acceptedAt: null,
    });
    await manager.insert(Invite, invite);
    await this.mails.send(manager, tx, {
      organisationId,
      to: email,
      subject: 'You are invited to the model gateway',
      text: `${actor.name} invites you. Open this link to choose a password:\n\n${this.mails.link(`invite#token=${token}`)}\n\nIt works once, within a week.\n`,
    });
    return invite;
  }

  async revoke(manager: EntityManager, { organisationId }: Actor, id: string): Promise<Invite> {
    const invite = await manager.findOneBy(Invite, { id, organisationId, acceptedAt: IsNull() });
    if (!invite) throw problem('not_found');
    await manager.delete(Invite, { id });
    return invite;
  }

  /** @throws not_found when it was used, taken back or is too old */
  async find(manager: EntityManager, token: string): Promise<Invite> {
    const invite = await manager.findOneBy(Invite, {
      tokenHash: hashOf(token),
      acceptedAt: IsNull(),
      expiresAt: MoreThan(this.now),
    });
    if (!invite || !(await this.isMeant(manager, invite))) {
      throw problem('not_found', { detail: 'This invitation is over. Ask for another.' });
    }
    return invite;
  }

  /** What somebody gave does not outlive their right to give it. */
  private async isMeant(manager: EntityManager, invite: Invite): Promise<boolean> {
    const { invitedBy, organisationId, role } = invite;
    if (invitedBy === null) return false;
    const by = { id: invitedBy, organisationId, status: 'active' } as const;
    const host = await manager.findOneBy(Member, by);
    return host !== null && mayManage(host.role, role);
  }

  /** An invitation to an address that its owner has shown to be theirs. */
  async findFor(
    manager: EntityManager,
    organisationId: OrganisationId,
    email: string,
  ): Promise<Invite | null> {
    const open = { organisationId, email, acceptedAt: IsNull(), expiresAt: MoreThan(this.now) };
    const invite = await manager.findOneBy(Invite, open);
    return invite && (await this.isMeant(manager, invite)) ? invite : null;
  }

  /** Whoever has the link reads the address it went to: it is verified with it. @throws not_found */
  async accept(
    manager: EntityManager,
    { id, organisationId, email, role }: Invite,
    given: Pick<Member, 'name' | 'passwordHash' | 'oidcSubject'>,
  ): Promise<Member> {
    const taken = await manager.update(
      Invite,
      { id, acceptedAt: IsNull() },
      { acceptedAt: this.now },
    );
    if (taken.affected !== 1) throw problem('not_found');
    const member = newMember(manager, {
      id: this.ids.id(),
      organisationId,
      email,
      role,
      ...given,
      createdAt: this.now,
      emailVerifiedAt: this.now,
    });
    await manager.insert(Member, member);
    return member;
  }

  private get now(): Date {
    return new Date(this.clock.nowMs());
  }
}
