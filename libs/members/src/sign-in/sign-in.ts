import { Injectable } from '@nestjs/common';
import { Entropy, problem } from '#kernel';
import { Database } from '#platform';
import type { EntityManager } from 'typeorm';
import { Member } from '../entities/member.entity.js';
import { Security } from '../people/security.js';
import { SecondFactor } from '../second-factor/second-factor.js';
import { hashPassword, isPassword, TooManySignIns } from './password.js';
import { Sessions, type Browser } from './sessions.js';
import { Throttle } from './throttle.js';

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

  /** @throws sign_in_failed, sign_in_limited */
  async byPassword(email: string, password: string, browser: Browser): Promise<SignedIn> {
    await this.expectRoom(email, browser.ip);
    const members = this.database.dataSource.getRepository(Member);
    const member = await members.findOneBy({ email: email.trim().toLowerCase() });
    const isRight = await verified(password, member?.passwordHash ?? null);
    if (!member || !isRight || member.status !== 'active') {
      await this.throttle.failed(email, browser.ip);
      throw problem('sign_in_failed');
    }
    await this.throttle.succeeded(email, browser.ip);
    const { settings } = await this.security.read(
      this.database.dataSource.manager,
      member.organisationId,
    );
    if (settings.oidc?.isRequired && member.role !== 'owner') throw problem('sso_needed');
    const needsCode = member.totpConfirmedAt !== null;
    const token = await this.database.entities((manager) =>
      this.sessions.start(manager, member, browser, !needsCode),
    );
    return { token, member, needsCode };
  }

  /** For a step that asks again, and for a new password. @throws sign_in_failed, sign_in_limited */
  async expectPassword(member: Member, password: string, ip: string): Promise<void> {
    await this.expectRoom(member.email, ip);
    if (await verified(password, member.passwordHash)) {
      return this.throttle.succeeded(member.email, ip);
    }
    await this.throttle.failed(member.email, ip);
    throw problem('sign_in_failed', { detail: 'This is not your password.' });
  }

  /**
   * A code of the second factor, as often as a password may be tried.
   * @throws code_wrong, sign_in_limited
   */
  async expectCode(
    manager: EntityManager,
    member: Member,
    code: string,
    ip: string,
  ): Promise<void> {
    await this.expectRoom(member.email, ip);
    try {
      await this.secondFactor.expectCode(manager, member, code);
    } catch (fault) {
      await this.throttle.failed(member.email, ip);
      throw fault;
    }
    await this.throttle.succeeded(member.email, ip);
  }

  hash(password: string): Promise<string> {
    return guarded(hashPassword(password, this.entropy));
  }

  private async expectRoom(account: string, ip: string): Promise<void> {
    const seconds = await this.throttle.secondsToWait(account, ip);
    if (seconds > 0) throw problem('sign_in_limited', { retryAfterSeconds: seconds });
  }
}

const verified = (password: string, stored: string | null): Promise<boolean> =>
  guarded(isPassword(password, stored));

const guarded = <Value>(work: Promise<Value>): Promise<Value> =>
  work.catch((fault: unknown) => {
    throw fault instanceof TooManySignIns
      ? problem('sign_in_limited', { retryAfterSeconds: 1 })
      : fault;
  });
