import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock, Ids, problem, type OrganisationId } from '#kernel';
import { Config, Database, InstanceSecrets, type Statement, type Tx } from '#platform';
import { Member } from './entities/member.entity.js';
import { newMember } from './people/new-member.js';
import { hashOf } from './secret-token.js';

const LOCK: Statement = {
  name: 'set-up-lock',
  text: `SELECT pg_advisory_xact_lock(hashtext('gw_set_up'))`,
};

export interface FirstOwner {
  readonly organisationId: OrganisationId;
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
}

/** The first owner, made with a token that only who sees the start of the gateway knows. */
@Injectable()
export class SetUp {
  constructor(
    private readonly database: Database,
    private readonly secrets: InstanceSecrets,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** True while nobody can sign in. */
  async isOpen(): Promise<boolean> {
    return !(await this.database.dataSource.getRepository(Member).exists());
  }

  /**
   * The same on every replica, so that each can print it; of no use once there is a member.
   * @returns null then
   */
  async token(): Promise<string | null> {
    return (await this.isOpen()) ? this.wanted : null;
  }

  private get wanted(): string {
    const given = this.config.setupToken;
    return given?.reveal() ?? this.secrets.derive('members/set-up').toString('base64url');
  }

  /**
   * First of its transaction: whoever comes second waits here, and is told that it is done.
   * @throws set_up_done, set_up_token_invalid
   */
  async begin(manager: EntityManager, tx: Tx, token: string): Promise<void> {
    await tx.query(LOCK);
    if (await manager.exists(Member)) throw problem('set_up_done');
    if (!timingSafeEqual(hashOf(token), hashOf(this.wanted))) throw problem('set_up_token_invalid');
  }

  async finish(manager: EntityManager, owner: FirstOwner): Promise<Member> {
    const now = new Date(this.clock.nowMs());
    const member = newMember(manager, {
      ...owner,
      id: this.ids.id(),
      email: owner.email.trim().toLowerCase(),
      role: 'owner',
      createdAt: now,
      emailVerifiedAt: null,
    });
    await manager.insert(Member, member);
    return member;
  }
}
