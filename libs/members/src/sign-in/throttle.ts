import { Injectable } from '@nestjs/common';
import { Clock, HmacSha256, problem } from '#kernel';
import { Database, InstanceSecrets, type Statement } from '#platform';

const FAILURES_MAX = 5;
const WINDOW_SECONDS = 15 * 60;
/** Beyond them each failure doubles the wait, from half a minute to an hour. */
const FIRST_WAIT_SECONDS = 30;
const WAIT_SECONDS_MAX = 3_600;
/** From one address, whatever the account: somebody tries one password on many. */
const FROM_ADDRESS_MAX = 50;

const READ: Statement = {
  name: 'sign-in-blocked',
  text: `SELECT ceil(extract(epoch FROM max(blocked_until) - now()))::int AS seconds
    FROM sign_in_failure WHERE who = ANY ($1::bytea[]) AND blocked_until > now()`,
};
// Counted before it is known whether it is right: of many at once, no more are tried than one after the other.
const TRY: Statement = {
  name: 'sign-in-try',
  text: `INSERT INTO sign_in_failure AS f (who, failures, since) VALUES ($1, 1, now())
    ON CONFLICT (who) DO UPDATE SET (failures, since, blocked_until) = (
      SELECT n, now(), CASE WHEN n >= $2::int THEN now() + interval '1 s' * least(
        ${WAIT_SECONDS_MAX}, ${FIRST_WAIT_SECONDS} * 2 ^ least(20, n - $2::int)) END
      FROM (SELECT CASE WHEN coalesce(f.blocked_until, f.since)
        < now() - ${WINDOW_SECONDS} * interval '1 s' THEN 1 ELSE f.failures + 1 END AS n) AS counted)
    WHERE f.blocked_until IS NULL OR f.blocked_until <= now()
    RETURNING failures`,
};
const SUCCEEDED: Statement = {
  name: 'sign-in-succeeded',
  text: 'DELETE FROM sign_in_failure WHERE who = $1',
};
/** What was right is taken back from those of an address, of which others may be wrong. */
const TAKEN_BACK: Statement = {
  name: 'sign-in-taken-back',
  text: `UPDATE sign_in_failure SET failures = greatest(0, failures - 1),
    blocked_until = CASE WHEN failures > $2::int THEN blocked_until END WHERE who = $1`,
};
const FORGET: Statement = {
  name: 'sign-in-forget',
  text: `DELETE FROM sign_in_failure WHERE since < now() - interval '1 day'`,
};

/** Failures to sign in, shared by all replicas. Who failed is kept as a keyed hash alone. */
@Injectable()
export class Throttle {
  private readonly hmac: HmacSha256;
  private forgottenMs = 0;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    secrets: InstanceSecrets,
  ) {
    this.hmac = new HmacSha256(secrets.derive('members/throttle'));
  }

  /**
   * One more try of an account from an address; `succeeded` takes it back.
   * @throws sign_in_limited
   */
  async expectRoom(account: string, ip: string): Promise<void> {
    const pair = this.ofPair(account, ip);
    await this.expectFree(pair, this.ofAddress(ip));
    await this.take(pair, FAILURES_MAX);
    await this.take(this.ofAddress(ip), FROM_ADDRESS_MAX);
    await this.forget();
  }

  async succeeded(account: string, ip: string): Promise<void> {
    await this.database.query(SUCCEEDED, [this.ofPair(account, ip)]);
    await this.database.query(TAKEN_BACK, [this.ofAddress(ip), FROM_ADDRESS_MAX]);
  }

  /**
   * One more try of the six digits of a member, from wherever it comes, and however often the password was
   * right in between: there are only a million, of which three count. @throws sign_in_limited
   */
  async expectRoomForCode(memberId: string): Promise<void> {
    await this.take(this.ofCodes(memberId), FAILURES_MAX);
  }

  async codeSucceeded(memberId: string): Promise<void> {
    await this.database.query(SUCCEEDED, [this.ofCodes(memberId)]);
  }

  private async take(who: Buffer, max: number): Promise<void> {
    const tried = await this.database.query(TRY, [who, max]);
    if (tried.length === 0) await this.expectFree(who);
  }

  private async expectFree(...who: readonly Buffer[]): Promise<void> {
    const [row] = await this.database.query<{ seconds: number | null }>(READ, [who]);
    if (row?.seconds) throw problem('sign_in_limited', { retryAfterSeconds: row.seconds });
  }

  private async forget(): Promise<void> {
    if (this.clock.monotonicMs() - this.forgottenMs < WINDOW_SECONDS * 1_000) return;
    this.forgottenMs = this.clock.monotonicMs();
    await this.database.query(FORGET);
  }

  private ofCodes(memberId: string): Buffer {
    return this.hmac.digest(`code\n${memberId}`);
  }

  private ofPair(account: string, ip: string): Buffer {
    return this.hmac.digest(`${account.trim().toLowerCase()}\n${ip}`);
  }

  private ofAddress(ip: string): Buffer {
    return this.hmac.digest(`\n${ip}`);
  }
}
