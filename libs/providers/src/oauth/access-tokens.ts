import { Injectable } from '@nestjs/common';
import { ByteLease, Clock, type Cancellation } from '#kernel';
import {
  AnswerRoom,
  TOKEN_ANSWER_BYTES_MAX,
  TokenCache,
  TokenFailure,
  type TokenAnswer,
  type TokenWish,
} from '#platform';
import { HttpClient } from '../http/http-client.js';
import { transportOf } from '../http/transport-error.js';
import { USER_AGENT } from '../user-agent.js';
import type { SecretExchange } from './secret-exchange.js';

export interface TokenOrder extends TokenWish {
  readonly exchange: SecretExchange;
}

/** Access tokens that secrets of model providers are exchanged for. */
@Injectable()
export class AccessTokens extends TokenCache<TokenOrder> {
  constructor(
    private readonly http: HttpClient,
    private readonly answers: AnswerRoom,
    clock: Clock,
  ) {
    super(clock, null);
  }

  protected async ask(
    { secret, exchange, tokenUrl }: TokenOrder,
    ended: Cancellation,
  ): Promise<TokenAnswer> {
    const body = exchange.formOf(secret, tokenUrl, this.clock.nowMs());
    if (body === undefined) throw new TokenFailure(true, 'credential_unusable');
    const { origin, pathname } = new URL(tokenUrl);
    const headers = {
      'user-agent': USER_AGENT,
      'content-type': 'application/x-www-form-urlencoded',
    };
    const request = { origin, path: pathname, method: 'POST', headers, body };
    try {
      const exchanged = await this.http.send(request, ended);
      const memory = this.answers.open(new ByteLease());
      const chunks = await exchanged.whole(TOKEN_ANSWER_BYTES_MAX, memory);
      return { status: exchanged.status, text: chunks && Buffer.concat(chunks).toString() };
    } catch (fault) {
      if (fault instanceof TokenFailure) throw fault;
      throw new TokenFailure(false, transportOf(fault));
    }
  }
}
