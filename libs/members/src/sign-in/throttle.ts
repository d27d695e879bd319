import { Injectable } from '@nestjs/common';
import { HmacSha256, prefixOf, problem } from '#kernel';
import { Database, InstanceSecrets, type Queries, type Statement } from '#platform';

const FAILURES_MAX = 5;
const WINDOW_SECONDS = 15 * 60;
/** Beyond them each failure doubles the wait, from half a minute to an hour. */
const FIRST_WAIT_SECONDS = 30;
const WAIT_SECONDS_MAX = 3_600;
/**
 * Of six digits three count at a time. Whoever knows the password and comes from wherever they like has 34 tries on the
 * first day, five and one after each wait that doubles, and then 24 a day: 9,000 a year, three in a hundred. What
 * they use up are the tries of strangers alone.
 */
const CODES_WINDOW_SECONDS = 24 * 3_600;
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
        < now() - $3::int * interval '1 s' THEN 1 ELSE f.failures + 1 END AS n) AS counted)
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
const MEET: Statement = {
  name: 'sign-in-meet',
  text: `INSERT INTO familiar_place (who, seen_at) VALUES ($1, now())
    ON CONFLICT (who) DO UPDATE SET seen_at = now()`,
};
const IS_FAMILIAR: Statement = {
  name: 'sign-in-is-familiar',
  text: 'SELECT 1 FROM familiar_place WHERE who = $1',
};

/** Where a code of a second factor comes from. */
export interface CodeFrom {
  readonly ip: string;
  /** Of who has signed in with a code before, and gives one again. */
  readonly sessionId?: string;
}

/** Failures to sign in, shared by all replicas. Who failed is kept as a keyed hash alone. */
@Injectable()
export class Throttle {
  private readonly hmac: HmacSha256;

  constructor(
    private readonly database: Database,
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
  }

  async succeeded(account: string, ip: string): Promise<void> {
    await this.database.query(SUCCEEDED, [this.ofPair(account, ip)]);
    await this.database.query(TAKEN_BACK, [this.ofAddress(ip), FROM_ADDRESS_MAX]);
  }

  /**
   * One more try of the six digits of a member, however often the password was right in between. Who is signed in
   * has tries of the session, who comes from where they have given a code before has tries of that place, and
   * all strangers together have some: so nobody keeps a member out who is where they always are.
   * @returns takes the try back
   * @throws sign_in_limited
   */
  async expectRoomForCode(memberId: string, from: CodeFrom): Promise<() => Promise<void>> {
    const place = this.placeOf(memberId, from);
    const isKnown = from.sessionId !== undefined || (await this.isFamiliar(place));
    const who = isKnown ? place : this.hmac.digest(`code\n${memberId}`);
    await this.take(who, FAILURES_MAX, CODES_WINDOW_SECONDS);
    return async () => {
      // Those of strangers are not begun anew by who came in: others of them may be guessing.
      if (isKnown) await this.database.query(SUCCEEDED, [who]);
      else await this.database.query(TAKEN_BACK, [who, FAILURES_MAX]);
      await this.meet(memberId, from.ip);
    };
  }

  /** A code was right that came from there. */
  async meet(memberId: string, ip: string, queries: Queries = this.database): Promise<void> {
    await queries.query(MEET, [this.placeOf(memberId, { ip })]);
  }

  private async isFamiliar(place: Buffer): Promise<boolean> {
    return (await this.database.query(IS_FAMILIAR, [place])).length > 0;
  }

  private async take(who: Buffer, max: number, windowSeconds = WINDOW_SECONDS): Promise<void> {
    const tried = await this.database.query(TRY, [who, max, windowSeconds]);
    if (tried.length === 0) await this.expectFree(who);
  }

  private async expectFree(...who: readonly Buffer[]): Promise<void> {
    const [row] = await this.database.query<{ seconds: number | null }>(READ, [who]);
    if (row?.seconds) throw problem('sign_in_limited', { retryAfterSeconds: row.seconds });
  }

  private placeOf(memberId: string, { ip, sessionId }: CodeFrom): Buffer {
    const place = sessionId === undefined ? `from ${prefixOf(ip)}` : `in ${sessionId}`;
    return this.hmac.digest(`code\n${memberId}\n${place}`);
  }

  private ofPair(account: string, ip: string): Buffer {
    return this.hmac.digest(`${account.trim().toLowerCase()}\n${prefixOf(ip)}`);
  }

  private ofAddress(ip: string): Buffer {
    return this.hmac.digest(`\n${prefixOf(ip)}`);
  }
}
