import { Injectable, Logger } from '@nestjs/common';
import {
  ByteLease,
  Cancellation,
  Clock,
  member,
  numberOf,
  parseJson,
  Secret,
  stringOf,
  type JsonNode,
} from '#kernel';
import { AnswerRoom } from '../answer-room.js';
import { HttpClient } from '../http/http-client.js';
import { transportOf } from '../http/transport-error.js';
import { USER_AGENT } from '../user-agent.js';
import type { SecretExchange } from './secret-exchange.js';
import { TokenFailure } from './token-failure.js';

const RENEW_MS = 300_000; // Before its end, so that no call sets out with a token that runs out.
const LIFE_MS_MAX = 3_600_000; // What an endpoint says of a token's life is a claim.
const FETCH_MS_MAX = 10_000; // It answers in a tenth of a second; callers wait meanwhile.
const REST_MS = 1_000; // After a failure, so that calls do not become a flood at the endpoint.
const ANSWER_BYTES_MAX = 64 * 1_024; // A token has two thousand characters.

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
export interface TokenOrder {
  readonly secret: Secret;
  readonly exchange: SecretExchange;
  readonly tokenUrl: string;
}

/**
 * Access tokens of this process. One is fetched at a time for a secret, by nobody's call in particular:
 * a caller who leaves takes it from nobody else. They are forgotten with their secret, which the
 * settings replace whenever they change.
 */
@Injectable()
export class AccessTokens {
  private readonly logger = new Logger('tokens');
  private readonly known = new WeakMap<Secret, Exchanged>();

  constructor(
    private readonly http: HttpClient,
    private readonly answers: AnswerRoom,
    private readonly clock: Clock,
  ) {}

  /** @throws TokenFailure, or the reason of the cancellation */
  tokenFor(order: TokenOrder, cancellation: Cancellation): Promise<Secret> | Secret {
    const exchanged = this.exchangedFor(order.secret);
    const nowMs = this.clock.monotonicMs();
    const { token } = exchanged;
    if (token && nowMs < exchanged.renewMs) return token;
    if (exchanged.failure && nowMs < exchanged.restUntilMs) {
      if (token && nowMs < exchanged.endMs) return token;
      throw exchanged.failure;
    }
    exchanged.fetching ??= this.renew(order, exchanged).finally(() => {
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
  private async renew(order: TokenOrder, exchanged: Exchanged): Promise<Secret> {
    const startedMs = this.clock.monotonicMs();
    try {
      const { token, lifeMs } = await this.fetch(order);
      exchanged.token = token;
      exchanged.endMs = startedMs + lifeMs;
      exchanged.renewMs = exchanged.endMs - Math.min(RENEW_MS, lifeMs / 2);
      exchanged.failure = undefined;
      return token;
    } catch (fault) {
      const failure =
        fault instanceof TokenFailure ? fault : new TokenFailure(false, transportOf(fault));
      this.logger.warn(`${new URL(order.tokenUrl).host}: ${failure.message}`);
      const nowMs = this.clock.monotonicMs();
      exchanged.failure = failure;
      exchanged.restUntilMs = nowMs + REST_MS;
      if (exchanged.token && nowMs < exchanged.endMs) return exchanged.token;
      throw failure;
    }
  }

  private async fetch({ secret, exchange, tokenUrl }: TokenOrder): Promise<Token> {
    const body = exchange.formOf(secret, tokenUrl, this.clock.nowMs());
    if (body === undefined) throw new TokenFailure(true, 'credential_unusable');
    const { origin, pathname } = new URL(tokenUrl);
    const cancellation = new Cancellation();
    const alarm = this.clock.after(FETCH_MS_MAX, () =>
      cancellation.cancel(new TokenFailure(false, 'timeout')),
    );
    try {
      const headers = {
        'user-agent': USER_AGENT,
        'content-type': 'application/x-www-form-urlencoded',
      };
      const request = { origin, path: pathname, method: 'POST', headers, body };
      const exchanged = await this.http.send(request, cancellation);
      const memory = this.answers.open(new ByteLease());
      const chunks = await exchanged.whole(ANSWER_BYTES_MAX, memory);
      return readToken(exchanged.status, chunks && Buffer.concat(chunks).toString());
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

function readToken(status: number, text = ''): Token {
  const root = parsed(text);
  if (status >= 200 && status < 300) {
    const token = stringOf(member(root, 'access_token'));
    const seconds = numberOf(member(root, 'expires_in'));
    if (!token || !/^[\x21-\x7e]+$/.test(token) || !seconds || !(seconds > 0)) {
      throw new TokenFailure(false, 'malformed');
    }
    return { token: new Secret(token), lifeMs: Math.min(seconds * 1_000, LIFE_MS_MAX) };
  }
  const word = stringOf(member(root, 'error')) ?? '';
  const isRefused = status === 400 || status === 401 || status === 403;
  throw new TokenFailure(isRefused, WORD.test(word) ? `${status} ${word}` : String(status));
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
