import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock, Entropy, Ids } from '#kernel';
import { Database } from '#platform';
import { Member } from '../entities/member.entity.js';
import { MemberSession } from '../entities/session.entity.js';
import { hashOf, makeToken } from '../secret-token.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A browser that is left alone, and one that is not. */
const IDLE_MS_MAX = 12 * HOUR_MS;
const AGE_MS_MAX = 7 * 24 * HOUR_MS;
/** Between the password and the code. */
const INCOMPLETE_MS_MAX = 10 * MINUTE_MS;
const STEP_UP_MS = 15 * MINUTE_MS;
const TOUCH_MS = MINUTE_MS; // A visit is written down once a minute, not with every request.
const USER_AGENT_CHARS_MAX = 200;

export interface Browser {
  readonly ip: string;
  readonly userAgent: string | undefined;
}

/** What a browser signed in with. A value of 256 random bits in its cookie; only its hash is stored. */
@Injectable()
export class Sessions {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly entropy: Entropy,
    private readonly ids: Ids,
  ) {}

  /** @returns the value for the cookie */
  async start(
    manager: EntityManager,
    member: Member,
    browser: Browser,
    { isComplete = true, isSso = false } = {},
  ): Promise<string> {
    const token = makeToken(this.entropy);
    const now = new Date(this.clock.nowMs());
    await manager.insert(MemberSession, {
      id: this.ids.id(),
      tokenHash: hashOf(token),
      memberId: member.id,
      isComplete,
      isSso,
      createdAt: now,
      seenAt: now,
      // A password was given a moment ago.
      steppedUpAt: isComplete ? now : null,
      ip: browser.ip,
      userAgent: browser.userAgent?.slice(0, USER_AGENT_CHARS_MAX) ?? null,
    });
    await manager.update(Member, member.id, { lastSeenAt: now });
    return token;
  }

  /** Undefined: there is none, it is over, or its member may not come in any more. */
  async find(token: string): Promise<MemberSession | undefined> {
    const session = await this.sessions.findOne({
      where: { tokenHash: hashOf(token) },
      relations: { member: true },
    });
    if (!session || session.member.status !== 'active' || this.isOver(session)) return undefined;
    const nowMs = this.clock.nowMs();
    if (nowMs - session.seenAt.getTime() > TOUCH_MS) {
      const now = new Date(nowMs);
      await this.sessions.update(session.id, { seenAt: now });
      await this.database.dataSource
        .getRepository(Member)
        .update(session.memberId, { lastSeenAt: now });
    }
    return session;
  }

  /** Newest first, those that are over left out. */
  async listOf(memberId: string): Promise<readonly MemberSession[]> {
    const all = await this.sessions.find({ where: { memberId }, order: { createdAt: 'DESC' } });
    return all.filter((session) => session.isComplete && !this.isOver(session));
  }

  /** False where the member has none of this id. */
  async end(manager: EntityManager, memberId: string, id: string): Promise<boolean> {
    const { affected } = await manager.delete(MemberSession, { id, memberId });
    return affected === 1;
  }

  /** @param but one that stays, such as the one that asks */
  async endAll(manager: EntityManager, memberId: string, but?: string): Promise<void> {
    const query = manager
      .createQueryBuilder()
      .delete()
      .from(MemberSession)
      .where('member_id = :memberId', { memberId });
    if (but !== undefined) query.andWhere('id <> :but', { but });
    await query.execute();
  }

  /** A password or a code was given again: for a while the session may do what asks for that. */
  async stepUp(manager: EntityManager, id: string): Promise<void> {
    const now = new Date(this.clock.nowMs());
    await manager.update(MemberSession, id, { steppedUpAt: now, isComplete: true });
  }

  isSteppedUp({ steppedUpAt }: MemberSession): boolean {
    return steppedUpAt !== null && this.clock.nowMs() - steppedUpAt.getTime() < STEP_UP_MS;
  }

  private isOver({ createdAt, seenAt, isComplete }: MemberSession): boolean {
    const nowMs = this.clock.nowMs();
    const ageMs = nowMs - createdAt.getTime();
    if (!isComplete) return ageMs > INCOMPLETE_MS_MAX;
    return ageMs > AGE_MS_MAX || nowMs - seenAt.getTime() > IDLE_MS_MAX;
  }

  private get sessions() {
    return this.database.dataSource.getRepository(MemberSession);
  }
}
