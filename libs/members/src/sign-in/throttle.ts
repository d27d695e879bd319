import { Injectable } from '@nestjs/common';
import { Clock, HmacSha256 } from '#kernel';
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
const FAILED: Statement = {
  name: 'sign-in-failed',
  text: `INSERT INTO sign_in_failure AS f (who, failures, since) VALUES ($1, 1, now())
    ON CONFLICT (who) DO UPDATE SET
      failures = CASE WHEN f.since < now() - ${WINDOW_SECONDS} * interval '1 s'
        AND coalesce(f.blocked_until, f.since) < now() - ${WINDOW_SECONDS} * interval '1 s'
        THEN 1 ELSE f.failures + 1 END,
      since = now(),
      blocked_until = CASE WHEN f.failures + 1 >= $2::int THEN now() + interval '1 s' * least(
        ${WAIT_SECONDS_MAX}, ${FIRST_WAIT_SECONDS} * 2 ^ least(20, f.failures + 1 - $2::int)) END`,
};
const SUCCEEDED: Statement = {
  name: 'sign-in-succeeded',
  text: 'DELETE FROM sign_in_failure WHERE who = $1',
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

  /** Seconds to wait before anything is tried; 0 when it may be. */
  async secondsToWait(account: string, ip: string): Promise<number> {
    const who = [this.ofPair(account, ip), this.ofAddress(ip)];
    const [row] = await this.database.query<{ seconds: number | null }>(READ, [who]);
    return row?.seconds ?? 0;
  }

  async failed(account: string, ip: string): Promise<void> {
    await this.database.query(FAILED, [this.ofPair(account, ip), FAILURES_MAX]);
    await this.database.query(FAILED, [this.ofAddress(ip), FROM_ADDRESS_MAX]);
    if (this.clock.monotonicMs() - this.forgottenMs < WINDOW_SECONDS * 1_000) return;
    this.forgottenMs = this.clock.monotonicMs();
    await this.database.query(FORGET);
  }

  async succeeded(account: string, ip: string): Promise<void> {
    await this.database.query(SUCCEEDED, [this.ofPair(account, ip)]);
  }

  private ofPair(account: string, ip: string): Buffer {
    return this.hmac.digest(`${account.trim().toLowerCase()}\n${ip}`);
  }

  private ofAddress(ip: string): Buffer {
    return this.hmac.digest(`\n${ip}`);
  }
}
