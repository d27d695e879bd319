import { Injectable } from '@nestjs/common';
import type { Reply } from '#wire';
import { AnswerRoom } from '#platform';
import type { AttemptResult } from '../attempt.js';
import type { RequestPart } from '../family-adapter.js';
import { HttpClient } from '../http/http-client.js';
import { joinReplies } from '../join-replies.js';
import { ended } from '../judge-failure.js';
import { PartsBill } from '../parts-bill.js';
import { sendWithout } from '../repairs/send-without.js';
import { sendInTurns } from '../send-in-turns.js';
import { AnswerReader } from './answer-reader.js';
import { tracedIn, type Expected, type Try } from './sending.js';

/** The parts of a call behind its first one. */
@Injectable()
export class PartsSender {
  constructor(
    private readonly http: HttpClient,
    private readonly answers: AnswerRoom,
    private readonly reader: AnswerReader,
  ) {}

  /**
   * The first part was answered, so the others are worth their price. One that fails ends the attempt, and
   * no other one follows: what was answered until then is paid for, and what is under way as far as its input.
   */
  async send(
    one: Try,
    first: Reply,
    rest: readonly RequestPart[],
    { protocol, fields }: Expected,
  ): Promise<AttemptResult> {
    const { call, dispatch } = one.sending;
    const bill = new PartsBill(one.endpoint, call.hold.inputTokens, rest.length + 1);
    bill.begin();
    bill.end({ isOk: true, reply: first });
    // However this ends, unless it is with an answer.
    dispatch.spent.push(bill);
    dispatch.billable = 'nothing';
    const results = await sendInTurns(rest, dispatch.cancellation, async (part, cancellation) => {
      const { request, ...answered } = part;
      const memory = this.answers.open(call.memory);
      bill.begin();
      const exchange = await sendWithout(this.http, tracedIn(one, request), fields, cancellation);
      const expected = { protocol, fields, ...answered };
      const result = await this.reader.read(one, { exchange, memory }, expected);
      bill.end(result);
      // One picture less does not take the others from their caller.
      return part.isPicture && !result.isOk ? undefined : result;
    });
    const replies = [first];
    for (const result of results) {
      if (result.isOk) replies.push(result.reply);
      else return { isOk: false, failure: ended(result.failure) };
    }
    dispatch.spent.pop();
    return { isOk: true, reply: joinReplies(replies, bill.told) };
  }
}
