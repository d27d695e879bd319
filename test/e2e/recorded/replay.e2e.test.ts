import { afterAll, beforeEach, expect, it } from 'vitest';
import type { WireError } from '../../support/events.js';
import { startGateway } from '../../support/gateway.js';
import {
  chatRecordings,
  saidInAnswer,
  saidInStream,
  type Recording,
} from '../../support/recordings.js';
import { ReplayServer, type Received, type Replay } from '../../support/replay-server.js';

/**
 * Recorded traffic of real providers, from the provider's socket to the caller's. It is kept outside
 * of this repository: `GW_FIXTURES` names the folder, and without it nothing is collected here.
 */
const folder = process.env['GW_FIXTURES'];
const recordings = folder === undefined ? [] : chatRecordings(folder);

const provider = await ReplayServer.start();
const gateway = await startGateway({
  providers: [
    { name: 'plain', base_url: `${provider.url}/v1`, models: [{ id: 'm-1', price: 'free' }] },
  ],
});
afterAll(() => provider.close());
provider.answer = replayOf;

beforeEach(() => gateway.clock.skip(60_000)); // What one recording breaks is none of the next one's.

/** Which recording is asked for, and how it is to be delivered, comes with the request. */
interface Order {
  readonly index: number;
  readonly pieceBytes: number;
  readonly cutAt?: number;
}

function replayOf({ body }: Received): Replay {
  const { user } = JSON.parse(body.toString()) as { user: string };
  const { index, pieceBytes, cutAt } = JSON.parse(user) as Order;
  const { status, headers, text, kind } = recordings[index] as Recording;
  const type = kind === 'stream' ? 'text/event-stream' : 'application/json';
  const retryAfter = headers['retry-after'];
  return {
    status,
    headers: { 'content-type': type, ...(retryAfter && { 'retry-after': retryAfter }) },
    pieces: inPieces(Buffer.from(text).subarray(0, cutAt), pieceBytes),
    isCut: cutAt !== undefined,
  };
}

function* inPieces(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const ask = (order: Order, isStream: boolean) =>
  gateway.chat({
    model: 'plain/m-1',
    user: JSON.stringify(order),
    ...(isStream && { stream: true, stream_options: { include_usage: true } }),
  });

it('knows recordings of every kind, or none when GW_FIXTURES is not set', () => {
  const kinds = new Set(recordings.map((recording) => recording.kind));
  expect(kinds.size).toBe(folder === undefined ? 0 : 3);
});

for (const [index, { name, kind, text, status }] of recordings.entries()) {
  if (kind === 'stream') {
    const recorded = saidInStream(text);

    it(`a recorded stream says the same to the caller: ${name}`, async () => {
      for (const pieceBytes of [65_536, 61]) {
        const answer = await ask({ index, pieceBytes }, true);
        const heard = saidInStream(answer.text);
        const { isDone, usage, ...content } = recorded;
        expect(heard).toMatchObject(content);
        if (!recorded.isError) expect(heard.usage).toEqual(usage);
        expect(heard.isDone).toBe(!recorded.isError);
        if (heard.isDone && isDone) expect(answer.text.endsWith('data: [DONE]\n\n')).toBe(true);
      }
    });

    it(`a recorded stream that is cut is never finished for the caller: ${name}`, async () => {
      const bytes = Buffer.byteLength(text);
      const cuts = [0.15, 0.37, 0.62, 0.85, 0.97].map((share) => Math.floor(bytes * share));
      const answers = await Promise.all(
        cuts.map((cutAt) => ask({ index, pieceBytes: 1_500, cutAt }, true)),
      );
      for (const answer of answers) {
        if (answer.status !== 200) {
          expect(answer.json<{ error: WireError }>().error.code).toBe('upstream_error');
          continue;
        }
        const heard = saidInStream(answer.text);
        for (const part of ['text', 'reasoning', 'args'] as const) {
          expect(recorded[part].startsWith(heard[part])).toBe(true);
        }
        expect(heard.isDone).toBe(!heard.isError);
        if (heard.isDone) expect(heard.finishes).toEqual(recorded.finishes);
        else expect(recorded.finishes).toMatchObject(heard.finishes);
      }
    });
  }

  if (kind === 'answer') {
    it(`a recorded answer says the same to the caller: ${name}`, async () => {
      const answer = await ask({ index, pieceBytes: 1_000 }, false);
      expect(answer.status).toBe(200);
      expect(saidInAnswer(answer.text)).toEqual(saidInAnswer(text));
      const { tokens } = await gateway.records.entry(String(answer.headers['request-id']));
      const { usage } = saidInAnswer(text);
      if (usage) expect((tokens?.in ?? 0) + (tokens?.out ?? 0)).toBeGreaterThanOrEqual(usage.total);
    });
  }

  if (kind === 'error') {
    it(`a recorded error is told in the provider’s words: ${name}`, async () => {
      const answer = await ask({ index, pieceBytes: 1_000 }, false);
      const { error } = answer.json<{ error: WireError }>();
      expect(Object.keys(error)).toEqual(
        expect.arrayContaining(['message', 'type', 'param', 'code']),
      );
      if (error.gw?.['cause'] === 'provider_auth') {
        expect(answer.status).toBe(502);
        return;
      }
      expect(answer.status).toBe(status < 500 ? status : 502);
      const { error: said } = JSON.parse(text) as { error: string | { message: string } };
      const message = (typeof said === 'string' ? said : said.message).replaceAll(/\s+/g, ' ');
      expect(error.message.startsWith(message.slice(0, 200))).toBe(true);
    });
  }
}
