import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan, type EntityManager } from 'typeorm';
import { Clock, Entropy, HmacSha256, Ids, problem } from '#kernel';
import { InstanceSecrets, type Tx } from '#platform';
import { EmailProof } from '../entities/email-proof.entity.js';
import { Member } from '../entities/member.entity.js';
import { hashOf, makeCode, makeToken } from '../secret-token.js';
import { MemberMails } from './member-mails.js';

const MINUTE_MS = 60_000;
const LIFE_MS = 30 * MINUTE_MS;
const AGAIN_MS = MINUTE_MS;
const ATTEMPTS_MAX = 5; // Of a code: one in two hundred thousand guesses it.

/** That a member reads their address: by the link of a mail, or by the code in it. */
@Injectable()
export class EmailProofs {
  private readonly hmac: HmacSha256;

  constructor(
    private readonly mails: MemberMails,
    private readonly clock: Clock,
    private readonly entropy: Entropy,
    private readonly ids: Ids,
    secrets: InstanceSecrets,
  ) {
    this.hmac = new HmacSha256(secrets.derive('members/email-codes'));
  }

  /** @throws rate_limited when the last mail is not a minute old */
  async send(
    manager: EntityManager,
    tx: Tx,
    member: Member,
    kind: EmailProof['kind'],
  ): Promise<void> {
    const nowMs = this.clock.nowMs();
    const recent = await manager.findOneBy(EmailProof, {
      memberId: member.id,
      kind,
      createdAt: MoreThan(new Date(nowMs - AGAIN_MS)),
    });
    if (recent) {
      const seconds = (recent.createdAt.getTime() + AGAIN_MS - nowMs) / 1_000;
      throw problem('rate_limited', { retryAfterSeconds: seconds });
    }
    const token = makeToken(this.entropy);
    const id = this.ids.id();
    const code = makeCode(this.entropy);
    await manager.insert(EmailProof, {
      id,
      memberId: member.id,
      kind,
      tokenHash: hashOf(token),
      codeHash: kind === 'verify' ? this.codeHash(id, code) : null,
      attempts: 0,
      createdAt: new Date(nowMs),
      expiresAt: new Date(nowMs + LIFE_MS),
      usedAt: null,
    });
    await this.mails.send(manager, tx, {
      organisationId: member.organisationId,
      to: member.email,
      ...(kind === 'verify'
        ? {
            subject: 'Verify your e-mail address',
            text: `Your code is ${code}. Or open this link:\n\n${this.mails.link(`verify#token=${token}`)}\n\nBoth work for half an hour. If you did not ask for this, do nothing.\n`,
          }
        : {
            subject: 'Choose a new password',
            text: `Open this link to choose a new password:\n\n${this.mails.link(`reset#token=${token}`)}\n\nIt works once, for half an hour. If you did not ask for this, do nothing.\n`,
          }),
    });
  }

  /** Whether a link still counts, before anything dear is done for it. */
  isOpen(manager: EntityManager, kind: EmailProof['kind'], token: string): Promise<boolean> {
    return manager.existsBy(EmailProof, this.open(kind, token));
  }

  private open(kind: EmailProof['kind'], token: string) {
    const expiresAt = MoreThan(new Date(this.clock.nowMs()));
    return { kind, tokenHash: hashOf(token), usedAt: IsNull(), expiresAt };
  }

  /** By the link. Undefined: it was used, or is too old. */
  async redeem(
    manager: EntityManager,
    kind: EmailProof['kind'],
    token: string,
  ): Promise<Member | undefined> {
    const proof = await manager.findOne(EmailProof, {
      where: this.open(kind, token),
      lock: { mode: 'pessimistic_write' },
    });
    if (!proof) return undefined;
    await this.use(manager, proof.memberId, kind);
    return (await manager.findOneBy(Member, { id: proof.memberId, status: 'active' })) ?? undefined;
  }

  /** By the code of the newest mail. Each try counts, whether it is right or not. */
  async redeemCode(manager: EntityManager, memberId: string, code: string): Promise<boolean> {
    const proof = await manager.findOne(EmailProof, {
      where: {
        memberId,
        kind: 'verify',
        usedAt: IsNull(),
        expiresAt: MoreThan(new Date(this.clock.nowMs())),
      },
      order: { createdAt: 'DESC' },
      lock: { mode: 'pessimistic_write' },
    });
    if (!proof?.codeHash || proof.attempts >= ATTEMPTS_MAX) return false;
    await manager.update(EmailProof, proof.id, { attempts: proof.attempts + 1 });
    if (!timingSafeEqual(proof.codeHash, this.codeHash(proof.id, code))) return false;
    await this.use(manager, memberId, 'verify');
    return true;
  }

  /** One that was used ends all others that were sent; so does a new password those for another. */
  async use(manager: EntityManager, memberId: string, kind: EmailProof['kind']): Promise<void> {
    const usedAt = new Date(this.clock.nowMs());
    await manager.update(EmailProof, { memberId, kind, usedAt: IsNull() }, { usedAt });
  }

  /** Six digits are found by trying all of them, unless a key of the instance is in it. */
  private codeHash(proof: string, code: string): Buffer {
    return this.hmac.digest(`${proof}\n${code}`);
  }
}
