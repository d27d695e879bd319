import { Injectable } from '@nestjs/common';
import type { OauthClient } from '#call';
import { Clock, type Cancellation } from '#kernel';
import {
  OutboundClient,
  OutboundFault,
  TOKEN_ANSWER_BYTES_MAX,
  TokenCache,
  TokenFailure,
  type TokenAnswer,
  type TokenWish,
} from '#platform';

/** RFC 6749 lets an endpoint keep a token's end to itself; the usual shortest one is longer. */
const UNSAID_LIFE_MS = 300_000;

export interface ToolTokenWish extends TokenWish {
  readonly client: OauthClient;
}

/**
 * Access tokens that clients of tool servers are given for their secrets. Whoever edits settings names the endpoint, so
 * it is asked as the servers are: at checked addresses, and redirects are not followed.
 */
@Injectable()
export class ToolTokens extends TokenCache<ToolTokenWish> {
  constructor(
    private readonly outbound: OutboundClient,
    clock: Clock,
  ) {
    super(clock, UNSAID_LIFE_MS);
  }

  protected async ask(wish: ToolTokenWish, ended: Cancellation): Promise<TokenAnswer> {
    const { headers, body } = tokenRequest(wish);
    try {
      const answer = await this.outbound.open({ url: wish.tokenUrl, headers, body }, ended);
      return { status: answer.status, text: await textOf(answer.pieces) };
    } catch (fault) {
      if (ended.reason) throw ended.reason;
      throw new TokenFailure(false, fault instanceof OutboundFault ? fault.message : 'reset');
    }
  }
}

function tokenRequest({ secret, client }: ToolTokenWish) {
  const { clientId, scope, resource, audience, sentBy } = client;
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    ...(scope !== null && { scope }),
    ...(resource !== null && { resource }),
    ...(audience !== null && { audience }),
    ...(sentBy === 'post' && { client_id: clientId, client_secret: secret.reveal() }),
  });
  const headers = {
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
    ...(sentBy === 'basic' && { authorization: `Basic ${pairOf(clientId, secret.reveal())}` }),
  };
  return { headers, body: form.toString() };
}

/** Both are written as in a form before they are joined: RFC 6749, 2.3.1. */
const pairOf = (id: string, secret: string): string =>
  Buffer.from(`${formWord(id)}:${formWord(secret)}`).toString('base64');

const formWord = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1);

/** Undefined where it is longer than that of any token; the connection is left then. */
async function textOf(pieces: AsyncIterable<Buffer>): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > TOKEN_ANSWER_BYTES_MAX) return undefined;
    chunks.push(piece);
  }
  return Buffer.concat(chunks).toString();
}
