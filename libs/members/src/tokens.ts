import { Injectable } from '@nestjs/common';
import { IsNull, type EntityManager } from 'typeorm';
import { reachOf, type Role } from '#contract';
import { Clock, Entropy, problem } from '#kernel';
import { Database } from '#platform';
import type { Actor } from './actor.js';
import { AdminToken } from './entities/admin-token.entity.js';
import { Member } from './entities/member.entity.js';
import { hashOf, makeToken } from './secret-token.js';

const SHAPE = /^gwa_[0-9a-f]{8}_[0-9A-Za-z_-]{43}$/;
const ID_BYTES = 4;
const TOUCH_MS = 60_000; // Its last use is written down once a minute.
const TOKENS_MAX = 200; // In force, of an organisation.

export const isAdminToken = (text: string): boolean => SHAPE.test(text);

/** Of programs that administer: `gwa_<id>_<secret>`. 256 random bits; only their hash is stored. */
@Injectable()
export class AdminTokens {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly entropy: Entropy,
  ) {}

  /** Undefined: there is none, or it is over. */
  async find(text: string): Promise<AdminToken | undefined> {
    const tokens = this.database.dataSource.getRepository(AdminToken);
    const token = await tokens.findOneBy({ tokenHash: hashOf(text) });
    const now = new Date(this.clock.nowMs());
    if (!token || token.revokedAt || (token.expiresAt && token.expiresAt <= now)) return undefined;
    if (!(await this.hasMaker(token))) return undefined;
    if (!token.lastUsedAt || now.getTime() - token.lastUsedAt.getTime() > TOUCH_MS) {
      await tokens.update(token.id, { lastUsedAt: now });
    }
    return token;
  }

  /** What somebody made does not outlive their right to make it. */
  private async hasMaker({ createdBy, organisationId }: AdminToken): Promise<boolean> {
    if (createdBy === null) return false;
    const makers = this.database.dataSource.getRepository(Member);
    const maker = await makers.findOneBy({ id: createdBy, organisationId, status: 'active' });
    return maker !== null && reachOf(maker.role, 'token:manage') !== undefined;
  }

  /** Of a member who leaves. */
  async revokeAllOf(manager: EntityManager, memberId: string): Promise<void> {
    const revokedAt = new Date(this.clock.nowMs());
    await manager.update(AdminToken, { createdBy: memberId, revokedAt: IsNull() }, { revokedAt });
  }

  /** Newest first, those that are revoked too. */
  list(manager: EntityManager, { organisationId }: Actor): Promise<AdminToken[]> {
    return manager.find(AdminToken, {
      where: { organisationId },
      order: { createdAt: 'DESC' },
      take: 2 * TOKENS_MAX,
    });
  }

  /** @returns the token with its text, which is shown once. @throws conflict */
  async create(
    manager: EntityManager,
    actor: Actor,
    wanted: {
      readonly name: string;
      readonly role: Exclude<Role, 'owner'>;
      readonly expiresAt: Date | null;
    },
  ): Promise<{ readonly token: AdminToken; readonly text: string }> {
    const inForce = (await this.list(manager, actor)).filter(({ revokedAt }) => !revokedAt);
    if (inForce.length >= TOKENS_MAX) {
      throw problem('conflict', {
        detail: `There are ${TOKENS_MAX} tokens in force. Revoke some.`,
      });
    }
    const id = this.entropy.bytes(ID_BYTES).toString('hex');
    const text = `gwa_${id}_${makeToken(this.entropy)}`;
    const token = manager.create(AdminToken, {
      ...wanted,
      id,
      organisationId: actor.organisationId,
      tokenHash: hashOf(text),
      createdBy: actor.memberId,
      createdAt: new Date(this.clock.nowMs()),
      lastUsedAt: null,
      revokedAt: null,
    });
    await manager.insert(AdminToken, token);
    return { token, text };
  }

  /** @throws not_found */
  async revoke(manager: EntityManager, { organisationId }: Actor, id: string): Promise<AdminToken> {
    const token = await manager.findOneBy(AdminToken, { id, organisationId });
    if (!token || token.revokedAt) throw problem('not_found');
    const revokedAt = new Date(this.clock.nowMs());
    await manager.update(AdminToken, id, { revokedAt });
    return manager.merge(AdminToken, token, { revokedAt });
  }
}
