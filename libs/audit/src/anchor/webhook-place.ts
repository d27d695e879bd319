import { request } from 'undici';
import type { Clock, Secret } from '#kernel';
import { signWebhook } from '#platform';
import { splitNotes } from '../log/checkpoint.js';
import type { AnchorFork, AnchorNote, AnchorPlace } from './anchor-place.js';

const TIMEOUT_MS = 5_000; // The place is tried again; nothing waits for it.
const ANSWER_BYTES_MAX = 16 * 1024 * 1024; // One note of each of 50,000 logs.
const KEEPS_NONE = new Set([404, 405, 501]); // Of a GET: this webhook only takes.

interface Webhook {
  readonly url: string;
  readonly secret: Secret;
}

/**
 * Checkpoints are sent as JSON, signed like Standard Webhooks. Where a GET of the same address answers
 * the newest note of each log, as text, they are read back at a start. The address is the operator's own,
 * as that of the database is, so that it may be one of a private network.
 */
export class WebhookPlace implements AnchorPlace {
  readonly name = 'webhook';

  constructor(
    private readonly webhook: Webhook,
    private readonly clock: Clock,
  ) {}

  async read(): Promise<readonly string[]> {
    const { statusCode, text } = await this.send('GET', `read:${this.clock.nowMs()}`, '');
    if (KEEPS_NONE.has(statusCode)) return [];
    assertDone(statusCode);
    return splitNotes(text);
  }

  async write({ organisationId, size, note }: AnchorNote): Promise<void> {
    const body = { type: 'audit.checkpoint', organisation: organisationId, size, note };
    await this.post(`checkpoint:${organisationId}:${size}`, body);
  }

  async acceptFork({ organisationId, lost, kept }: AnchorFork): Promise<void> {
    const body = { type: 'audit.fork_accepted', organisation: organisationId, lost, kept };
    await this.post(`fork:${organisationId}:${lost.size}:${kept.size}`, body);
  }

  /** @param id the same for the same event, so that a receiver can tell a repetition */
  private async post(id: string, body: object): Promise<void> {
    const { statusCode } = await this.send('POST', id, JSON.stringify(body));
    assertDone(statusCode);
  }

  private async send(method: 'GET' | 'POST', id: string, body: string) {
    const answer = await request(this.webhook.url, {
      method,
      headers: {
        'content-type': 'application/json',
        ...signWebhook({ id, body }, this.webhook.secret, this.clock.nowMs()),
      },
      body: method === 'POST' ? body : null,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > ANSWER_BYTES_MAX) throw new Error('The webhook answers too much.');
      chunks.push(chunk);
    }
    return { statusCode: answer.statusCode, text: Buffer.concat(chunks).toString() };
  }
}

function assertDone(statusCode: number): void {
  if (statusCode < 200 || statusCode > 299) throw new Error(`The webhook answers ${statusCode}.`);
}
