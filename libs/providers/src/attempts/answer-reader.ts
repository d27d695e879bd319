import { Injectable } from '@nestjs/common';
import { Clock, Entropy } from '#kernel';
import type { ProviderError } from '#wire';
import type { AnswerMemory } from '#platform';
import type { AttemptResult, Failure } from '../attempt.js';
import { EndpointOpener } from '../endpoint-opener.js';
import { FamilyTable } from '../family-table.js';
import type { HttpRequest } from '../http/http-client.js';
import type { HttpExchange } from '../http/http-exchange.js';
import { withUsage } from '../join-replies.js';
import { judgeStatus, malformed } from '../judge-failure.js';
import { bringsNone, noPicture } from '../no-picture.js';
import { readReply } from '../read-reply.js';
import { Repairs } from '../repairs/repairs.js';
import type { Expected, Try } from './sending.js';

const ERROR_BYTES_MAX = 64 * 1_024; // A provider's error page; the message is cut shorter still.

/** An answer whose head is there, and what it takes of the memory. */
export interface Incoming {
  readonly exchange: HttpExchange;
  readonly memory: AnswerMemory;
}

/** Reads what an endpoint answered: a reply, or what its refusal means for the next try. */
@Injectable()
export class AnswerReader {
  constructor(
    private readonly families: FamilyTable,
    private readonly opener: EndpointOpener,
    private readonly repairs: Repairs,
    private readonly entropy: Entropy,
    private readonly clock: Clock,
  ) {}

  /** @throws what breaks the connection, and upstream_failed past the bounds of an answer */
  read(one: Try, incoming: Incoming, expected: Expected): Promise<AttemptResult> {
    const { status } = incoming.exchange;
    const isAnswer = status >= 200 && status < 300;
    return isAnswer
      ? this.readAnswer(one, incoming, expected)
      : this.readRefusal(one, incoming, expected);
  }

  private async readAnswer(
    { sending, endpoint, attemptOf }: Try,
    { exchange, memory }: Incoming,
    { protocol, vectors, isPicture, readAnswer }: Expected,
  ): Promise<AttemptResult> {
    const { status } = exchange;
    const { isStreaming } = sending.call;
    const { readError, readUsage } = this.families.get(endpoint.provider.family);
    const expected = { isStreaming, protocol, vectors, readError, readAnswer };
    const reply = await readReply(exchange, expected, sending.deadline, memory);
    if ('body' in reply && isPicture && bringsNone(reply)) {
      return { isOk: false, failure: noPicture(reply, attemptOf(status, null)) };
    }
    if ('body' in reply) {
      return { isOk: true, reply: withUsage(reply, readUsage?.(exchange.headers)) };
    }
    exchange.abort(new Error('malformed answer'));
    if (reply.error) return { isOk: false, failure: this.judge(reply.error, attemptOf) };
    const attempt = attemptOf(status, 'malformed');
    return { isOk: false, failure: malformed(attempt, reply.message) };
  }

  private async readRefusal(
    one: Try,
    { exchange, memory }: Incoming,
    { protocol, fields }: Expected,
  ): Promise<AttemptResult> {
    const { sending, endpoint, opened } = one;
    const { status, headers } = exchange;
    const body = (await exchange.whole(ERROR_BYTES_MAX, memory)) ?? Buffer.alloc(0);
    const family = this.families.get(endpoint.provider.family);
    const error = family.readError(status, body.toString('utf8'), headers);
    const failure = this.judge(error, one.attemptOf);
    const { id } = sending.call.principal.organisation;
    const isOutdated = status === 401 && this.opener.refused(id, endpoint, opened);
    const refusal = { error, protocol, fields, sent: () => this.writeAgain(one) };
    const { cancellation } = sending.dispatch;
    const isLearnt = await this.repairs.learn(id, endpoint, refusal, cancellation);
    const isRepaired = isLearnt && !sending.wasRepaired;
    sending.wasRepaired ||= isRepaired;
    const isWorthIt = isOutdated || isRepaired;
    return { isOk: false, failure: isWorthIt ? { ...failure, retryAfterMs: 0 } : failure };
  }

  /** What was sent first: what may be left out stands in each part of a call alike. */
  private async writeAgain({ sending, endpoint, opened }: Try): Promise<HttpRequest['body']> {
    const { call, dispatch } = sending;
    const order = { call, endpoint, secret: opened, nowMs: this.clock.nowMs() };
    const { parts } = await this.families.write(order, dispatch.cancellation);
    return parts[0].request.body;
  }

  private judge(error: ProviderError, attemptOf: Try['attemptOf']): Failure {
    const random = this.entropy.bytes(2).readUInt16BE() / 65_536;
    return judgeStatus(error, attemptOf(error.status, null), random);
  }
}
