import { AsyncLocalStorage } from 'node:async_hooks';
import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { catchError, from, mergeMap, of, type Observable } from 'rxjs';
import { HmacSha256, problem } from '#kernel';
import { Database, InstanceSecrets, Vault, type Queries, type Statement, type Tx } from '#platform';

/** What people can read, and compare. */
const KEY = /^[!-~]{1,200}$/;
const HOURS_KEPT = 24;
/** What shows a secret: as long as a client tries again, and no longer than who may see it stays the same. */
const SECRET_MINUTES_KEPT = 10;
const PURPOSE = 'admin/request';

const FIND: Statement = {
  name: 'admin-request-find',
  text: `SELECT request_hash AS hash, shown_until IS NOT NULL AS "isSecret",
      CASE WHEN shown_until <= now() THEN '' ELSE answer END AS answer FROM admin_request
    WHERE actor = $1 AND key = $2 AND created_at > now() - interval '${HOURS_KEPT} hours'`,
};
// Who comes second waits for the first to commit.
const CLAIM: Statement = {
  name: 'admin-request-claim',
  text: `INSERT INTO admin_request AS r (actor, key, request_hash, answer) VALUES ($1, $2, $3, '')
    ON CONFLICT (actor, key) DO UPDATE SET request_hash = excluded.request_hash, answer = '',
      created_at = now(), shown_until = NULL WHERE r.created_at <= now() - interval '${HOURS_KEPT} hours'
    RETURNING key`,
};
const KEEP: Statement = {
  name: 'admin-request-keep',
  text: `UPDATE admin_request SET answer = $3, shown_until =
      CASE WHEN $4::boolean THEN now() + interval '${SECRET_MINUTES_KEPT} minutes' END
    WHERE actor = $1 AND key = $2`,
};

/** A request that says by which key its repetition is known. */
interface Attempt {
  readonly actor: string;
  readonly key: string;
  readonly hash: Buffer;
  isClaimed: boolean;
  isKept: boolean;
  showsSecret: boolean;
}

interface Answered {
  readonly hash: Buffer;
  readonly answer: Buffer;
  readonly isSecret: boolean;
}

/** The other of two at once was first. */
class AnsweredMeanwhile extends Error {}

/**
 * `Idempotency-Key` on whatever is posted: the same request again is answered as the first was, for a day,
 * and nothing is done twice. Answers are sealed, and those that show a secret are kept for minutes.
 */
@Injectable()
export class Idempotency {
  private readonly attempts = new AsyncLocalStorage<Attempt>();
  private readonly hmac: HmacSha256;

  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
    secrets: InstanceSecrets,
  ) {
    this.hmac = new HmacSha256(secrets.derive('admin/requests'));
  }

  /** Tells two requests apart. Some hold a password, so that a plain hash of them could be searched. */
  hashOf(request: string): Buffer {
    return this.hmac.digest(request);
  }

  /** @returns what was answered before, in `answer`; undefined where nothing was @throws idempotency_key_reused */
  async find(attempt: Attempt): Promise<{ readonly answer: unknown } | undefined> {
    const [row] = await this.database.query<Answered>(FIND, [attempt.actor, attempt.key]);
    if (!row) return undefined;
    if (!row.hash.equals(attempt.hash)) throw problem('idempotency_key_reused');
    if (row.answer.length === 0) {
      throw problem('conflict', {
        detail: row.isSecret
          ? 'This request was carried out, and what it made was shown. If it is lost, revoke it and make another.'
          : 'This request was carried out, and its answer is lost. Read what it was to make.',
      });
    }
    const text = this.vault.open(PURPOSE, ownerOf(attempt), row.answer);
    return { answer: JSON.parse(text) ?? undefined };
  }

  /** First in the transaction of a change. */
  async claim(tx: Tx): Promise<void> {
    const attempt = this.attempts.getStore();
    if (!attempt || attempt.isClaimed) return;
    const { actor, key, hash } = attempt;
    if ((await tx.query(CLAIM, [actor, key, hash])).length === 0) throw new AnsweredMeanwhile();
    attempt.isClaimed = true;
  }

  /** What is answered shows a secret, and is not shown again for long. */
  markSecret(): void {
    const attempt = this.attempts.getStore();
    if (attempt) attempt.showsSecret = true;
  }

  /** Last in it: what is answered stands if the change does. */
  async keep(queries: Queries, answer: unknown): Promise<void> {
    const attempt = this.attempts.getStore();
    if (!attempt?.isClaimed || attempt.isKept) return;
    const sealed = this.vault.seal(PURPOSE, ownerOf(attempt), JSON.stringify(answer ?? null));
    await queries.query(KEEP, [attempt.actor, attempt.key, sealed, attempt.showsSecret]);
    attempt.isKept = true;
  }

  /** Runs a handler so that its change knows of the attempt. */
  async handle(attempt: Attempt, next: CallHandler): Promise<Observable<unknown>> {
    const before = await this.find(attempt);
    if (before) return of(before.answer);
    return this.attempts
      .run(attempt, () => next.handle())
      .pipe(
        // Of a change whose step did not say what is answered.
        mergeMap(async (answer: unknown) => {
          await this.attempts.run(attempt, () => this.keep(this.database, answer));
          return answer;
        }),
        catchError((fault: unknown) => {
          if (!(fault instanceof AnsweredMeanwhile)) throw fault;
          return from(this.find(attempt).then((found) => found?.answer));
        }),
      );
  }
}

const ownerOf = ({ actor, key }: Attempt): string => `${actor}\n${key}`;

@Injectable()
export class Idempotent implements NestInterceptor {
  constructor(private readonly idempotency: Idempotency) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const { actor, headers, method, url, body } = http.getRequest<FastifyRequest>();
    const key = headers['idempotency-key'];
    if (method !== 'POST' || key === undefined || !actor) return next.handle();
    if (typeof key !== 'string' || !KEY.test(key)) {
      throw problem('invalid', {
        errors: [{ path: 'Idempotency-Key', message: 'must be 1 to 200 printable characters' }],
      });
    }
    const attempt = {
      actor: `${actor.kind} ${actor.id}`,
      key,
      hash: this.idempotency.hashOf(JSON.stringify([url, body ?? null])),
      isClaimed: false,
      isKept: false,
      showsSecret: false,
    };
    return this.idempotency.handle(attempt, next);
  }
}
