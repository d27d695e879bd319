import { Injectable } from '@nestjs/common';
import { Entropy, problem } from '#kernel';
import { Database, type Tx } from '#platform';
import type { EntityManager } from 'typeorm';
import { Member } from '../entities/member.entity.js';
import { Security } from '../people/security.js';
import { isTotp, SecondFactor } from '../second-factor/second-factor.js';
import { hashPassword, isPassword, TooManySignIns } from './password.js';
import { Sessions, type Browser } from './sessions.js';
import { Throttle, type CodeFrom } from './throttle.js';

export interface SignedIn {
  /** The value for the cookie. */
  readonly token: string;
  readonly member: Member;
  /** The code of the second factor is still asked for: until it came, the session may do nothing else. */
  readonly needsCode: boolean;
}

/** By e-mail address and password. What is wrong of the two is never told, in words or in time. */
@Injectable()
export class SignIn {
  constructor(
    private readonly database: Database,
    private readonly sessions: Sessions,
    private readonly throttle: Throttle,
    private readonly secondFactor: SecondFactor,
    private readonly security: Security,
    private readonly entropy: Entropy,
  ) {}

  /**
   * @param onRecord runs in the transaction that begins the session
   * @throws sign_in_failed, sign_in_limited
   */
  async byPassword(
    email: string,
    password: string,
    browser: Browser,
    onRecord: (tx: Tx, signedIn: SignedIn) => Promise<void>,
  ): Promise<SignedIn> {
    await this.throttle.expectRoom(email, browser.ip);
    const members = this.database.dataSource.getRepository(Member);
    const member = await members.findOneBy({ email: email.trim().toLowerCase() });
    const isRight = await verified(password, member?.passwordHash ?? null);
    if (!member || !isRight || member.status !== 'active') throw problem('sign_in_failed');
    await this.throttle.succeeded(email, browser.ip);
    return this.database.entities(async (manager, tx) => {
      await expectUnchanged(manager, member);
      const { settings } = await this.security.read(manager, member.organisationId);
      if (settings.oidc?.isRequired && member.role !== 'owner') throw problem('sso_needed');
      const needsCode = member.totpConfirmedAt !== null;
      const token = await this.sessions.start(manager, member, browser, { isComplete: !needsCode });
      const signedIn = { token, member, needsCode };
      await onRecord(tx, signedIn);
      return signedIn;
    });
  }

  /** For a step that asks again, and for a new password. @throws sign_in_failed, sign_in_limited */
  async expectPassword(member: Member, password: string, ip: string): Promise<void> {
    await this.throttle.expectRoom(member.email, ip);
    if (!(await verified(password, member.passwordHash))) {
      throw problem('sign_in_failed', { detail: 'This is not your password.' });
    }
    await this.throttle.succeeded(member.email, ip);
  }

  /**
   * A code of the second factor. Outside of every transaction: a try counts even where all else is taken back.
   * @throws code_wrong, sign_in_limited
   */
  async expectCode(member: Member, code: string, from: CodeFrom): Promise<void> {
    const { manager } = this.database.dataSource;
    if (!isTotp(code)) {
      await this.secondFactor.expectRecoveryCode(manager, member, code);
      return this.throttle.meet(member.id, from.ip);
    }
    const succeeded = await this.throttle.expectRoomForCode(member.id, from);
    await this.secondFactor.expectTotp(manager, member, code);
    await succeeded();
  }

  /** A code of theirs was right that came from there: it is a place where they are no stranger. */
  meet(tx: Tx, memberId: string, ip: string): Promise<void> {
    return this.throttle.meet(memberId, ip, tx);
  }

  hash(password: string): Promise<string> {
    return guarded(hashPassword(password, this.entropy));
  }
}

/** While the password was looked at, it may have been changed, and all sessions ended. @throws sign_in_failed */
async function expectUnchanged(manager: EntityManager, member: Member): Promise<void> {
  const now = await manager.findOne(Member, {
    where: { id: member.id },
    lock: { mode: 'pessimistic_read' },
  });
  const isSame =
    now?.status === 'active' &&
    now.passwordHash === member.passwordHash &&
    now.totpConfirmedAt?.getTime() === member.totpConfirmedAt?.getTime();
  if (!isSame) throw problem('sign_in_failed');
}

const verified = (password: string, stored: string | null): Promise<boolean> =>
  guarded(isPassword(password, stored));

const guarded = <Value>(work: Promise<Value>): Promise<Value> =>
  work.catch((fault: unknown) => {
    throw fault instanceof TooManySignIns
      ? problem('sign_in_limited', { retryAfterSeconds: 1 })
      : fault;
  });
