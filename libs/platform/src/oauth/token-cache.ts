import { Logger } from '@nestjs/common';
import {
  Cancellation,
  member,
  numberOf,
  parseJson,
  Secret,
  stringOf,
  type Clock,
  type JsonNode,
} from '#kernel';
import { TokenFailure } from './token-failure.js';

const RENEW_MS = 300_000; // Before its end, so that no call sets out with a token that runs out.
const LIFE_MS_MAX = 3_600_000; // What an endpoint says of a token's life is a claim.
const FETCH_MS_MAX = 10_000; // It answers in a tenth of a second; callers wait meanwhile.
const REST_MS = 1_000; // After a failure, so that calls do not become a flood at the endpoint.
export const TOKEN_ANSWER_BYTES_MAX = 64 * 1_024; // A token has two thousand characters.

/** What one secret was exchanged for. Times are readings of the monotonic clock. */
interface Exchanged {
  token: Secret | undefined;
  renewMs: number;
  endMs: number;
  fetching: Promise<Secret> | undefined;
  failure: TokenFailure | undefined;
  restUntilMs: number;
}

/** Whose token is wanted, and where it is made. */
export interface TokenWish {
  readonly secret: Secret;
  readonly tokenUrl: string;
}

/** What a token endpoint said; undefined text is more than `TOKEN_ANSWER_BYTES_MAX`. */
export interface TokenAnswer {
  readonly status: number;
  readonly text: string | undefined;
}

/**
 * Access tokens of this process. One is fetched at a time for a secret, by nobody's call in particular:
 * a caller who leaves takes it from nobody else. They are forgotten with their secret, which the
 * settings replace whenever they change.
 */
export abstract class TokenCache<Wish extends TokenWish> {
  private readonly logger = new Logger('tokens');
  private readonly known = new WeakMap<Secret, Exchanged>();

  /** @param unsaidLifeMs how long a token is used whose end nobody tells; null: it is none */
  constructor(
    protected readonly clock: Clock,
    private readonly unsaidLifeMs: number | null,
  ) {}

  /** Asks the endpoint, until it is `ended`. @throws TokenFailure */
  protected abstract ask(wish: Wish, ended: Cancellation): Promise<TokenAnswer>;

  /** @throws TokenFailure, or the reason of the cancellation */
  tokenFor(wish: Wish, cancellation: Cancellation): Promise<Secret> | Secret {
    const exchanged = this.exchangedFor(wish.secret);
    const nowMs = this.clock.monotonicMs();
    const { token } = exchanged;
    if (token && nowMs < exchanged.renewMs) return token;
    if (exchanged.failure && nowMs < exchanged.restUntilMs) {
      if (token && nowMs < exchanged.endMs) return token;
      throw exchanged.failure;
    }
    exchanged.fetching ??= this.renew(wish, exchanged).finally(() => {
      exchanged.fetching = undefined;
    });
    return unlessCancelled(exchanged.fetching, cancellation);
  }

  /** The provider did not take it, whatever its endpoint said of it. */
  drop(secret: Secret, refused: Secret): void {
    const exchanged = this.exchangedFor(secret);
    if (exchanged.token === refused) exchanged.token = undefined;
  }

  private exchangedFor(secret: Secret): Exchanged {
    let exchanged = this.known.get(secret);
    if (!exchanged) {
      exchanged = {
        token: undefined,
        renewMs: 0,
        endMs: 0,
        fetching: undefined,
        failure: undefined,
        restUntilMs: 0,
      };
      this.known.set(secret, exchanged);
    }
    return exchanged;
  }

  /** An old token serves until its end where no new one is to be had. */
  private async renew(wish: Wish, exchanged: Exchanged): Promise<Secret> {
    const startedMs = this.clock.monotonicMs();
    try {
      const { token, lifeMs } = await this.fetch(wish);
      exchanged.token = token;
      exchanged.endMs = startedMs + lifeMs;
      exchanged.renewMs = exchanged.endMs - Math.min(RENEW_MS, lifeMs / 2);
      exchanged.failure = undefined;
      return token;
    } catch (fault) {
      const failure = fault instanceof TokenFailure ? fault : new TokenFailure(false, 'reset');
      this.logger.warn(`${new URL(wish.tokenUrl).host}: ${failure.message}`);
      const nowMs = this.clock.monotonicMs();
      exchanged.failure = failure;
      exchanged.restUntilMs = nowMs + REST_MS;
      if (exchanged.token && nowMs < exchanged.endMs) return exchanged.token;
      throw failure;
    }
  }

  private async fetch(wish: Wish): Promise<Token> {
    const ended = new Cancellation();
    const alarm = this.clock.after(FETCH_MS_MAX, () =>
      ended.cancel(new TokenFailure(false, 'timeout')),
    );
    try {
      return readToken(await this.ask(wish, ended), this.unsaidLifeMs);
    } finally {
      alarm.cancel();
    }
  }
}

interface Token {
  readonly token: Secret;
  readonly lifeMs: number;
}

const WORD = /^\w{1,40}$/; // All that the log is told of what the endpoint says.

function readToken({ status, text = '' }: TokenAnswer, unsaidLifeMs: number | null): Token {
  const root = parsed(text);
  if (status >= 200 && status < 300) {
    const token = stringOf(member(root, 'access_token'));
    const lifeMs = lifeOf(root) ?? unsaidLifeMs;
    const isBearer = /^bearer$/i.test(stringOf(member(root, 'token_type')) ?? 'bearer');
    if (!token || !/^[\x21-\x7e]+$/.test(token) || !isBearer || !lifeMs || !(lifeMs > 0)) {
      throw new TokenFailure(false, 'malformed');
    }
    return { token: new Secret(token), lifeMs: Math.min(lifeMs, LIFE_MS_MAX) };
  }
  const word = stringOf(member(root, 'error')) ?? '';
  const isRefused = status === 400 || status === 401 || status === 403;
  throw new TokenFailure(isRefused, WORD.test(word) ? `${status} ${word}` : String(status));
}

/** Some write the number as text. */
function lifeOf(root: JsonNode | undefined): number | undefined {
  const said = member(root, 'expires_in');
  const seconds = numberOf(said) ?? (said && Number(stringOf(said) ?? Number.NaN));
  return seconds === undefined ? undefined : seconds * 1_000;
}

function parsed(text: string): JsonNode | undefined {
  try {
    return parseJson(text).root;
  } catch {
    return undefined; // Some proxy's page.
  }
}

function unlessCancelled<Value>(
  promise: Promise<Value>,
  cancellation: Cancellation,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stopListening = cancellation.onCancel(reject);
    promise.then(resolve, reject).finally(stopListening);
  });
}
