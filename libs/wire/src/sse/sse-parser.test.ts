import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSse } from '../../../../test/support/wire.js';
import { EVENT_BYTES_MAX, type StreamEvent } from '../event-parser.js';

const STREAM =
  '\uFEFFdata: {"a":"grüß 🌍"}\n\n' +
  ': ping\n\n' +
  'event: delta\r\ndata:tight\r\n\r\n' +
  'data: one\rdata: two\r\r' +
  'id: 7\nretry: 10\nunknown\ndata\n\n' +
  'event: nothing\n\n' +
  'data:  [DONE] \n\n';

const EVENTS: StreamEvent[] = [
  { name: '', data: '{"a":"grüß 🌍"}', isCut: false },
  { name: 'delta', data: 'tight', isCut: false },
  { name: '', data: 'one\ntwo', isCut: false },
  { name: '', data: '', isCut: false },
  { name: '', data: ' [DONE] ', isCut: false },
];

async function read(...chunks: Uint8Array[]): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  for await (const event of readSse(source(chunks))) events.push(event);
  return events;
}

/** Overwrites each chunk after its use, as a source may that keeps one buffer. */
async function* source(chunks: readonly Uint8Array[]) {
  for (const chunk of chunks) {
    const copy = new Uint8Array(chunk);
    yield copy;
    copy.fill(0x2a);
  }
}

const split = (bytes: Buffer, cuts: readonly number[]): Buffer[] =>
  [0, ...cuts].map((cut, index) => bytes.subarray(cut, cuts[index] ?? bytes.length));

describe('readSse', () => {
  const bytes = Buffer.from(STREAM);

  it('reads every form of line end, field and comment', async () => {
    expect(await read(bytes)).toEqual(EVENTS);
  });

  it('reads the same events wherever one cut falls, byte for byte', async () => {
    for (let cut = 0; cut <= bytes.length; cut++) {
      expect(await read(...split(bytes, [cut])), `cut at ${cut}`).toEqual(EVENTS);
    }
  });

  it('reads the same events byte by byte and in any pieces', async () => {
    expect(await read(...split(bytes, [...bytes.keys()].slice(1)))).toEqual(EVENTS);
    const cuts = fc.array(fc.nat(bytes.length), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(cuts, async (cuts) => {
        const ordered = cuts.toSorted((a, b) => a - b);
        expect(await read(...split(bytes, ordered))).toEqual(EVENTS);
      }),
    );
  });

  it('shows a line feed that follows a carriage return in mid-line as the end of that line', async () => {
    const events = await read(Buffer.from('data: a\rdata: b'), Buffer.from('\n\n'));
    expect(events).toEqual([{ name: '', data: 'a\nb', isCut: false }]);
  });

  it('shows wherever a stream was cut within an event, and only there', async () => {
    const text = Buffer.from('data: {"a":1}\n\nevent: x\ndata: {"b":2}\n\n');
    for (let cut = 0; cut <= text.length; cut++) {
      const last = (await read(text.subarray(0, cut))).at(-1);
      const isBetween = cut === 0 || cut === 15 || cut === text.length;
      expect(last?.isCut ?? false, `cut at ${cut}`).toBe(!isBetween);
    }
  });

  it('hands on what it has of a cut event', async () => {
    const events = await read(Buffer.from('data: [DONE]'));
    expect(events).toEqual([{ name: '', data: '[DONE]', isCut: true }]);
  });

  it('takes a comment and white space at the end for no event', async () => {
    expect(await read(Buffer.from(': ping'))).toEqual([]);
    expect(await read(Buffer.from('data: a\n\n '))).toHaveLength(1);
    expect(await read()).toEqual([]);
  });

  it('reads an event of several megabytes', async () => {
    const data = 'x'.repeat(5_000_000);
    const bytes = Buffer.from(`data: ${data}\n\n`);
    const pieces = split(
      bytes,
      Array.from({ length: 100 }, (_, index) => (index + 1) * 40_000),
    );
    expect(await read(...pieces)).toEqual([{ name: '', data, isCut: false }]);
  });

  it('refuses an event beyond the bound, in one line or in many', async () => {
    const line = Buffer.alloc(EVENT_BYTES_MAX / 8, 'x');
    const start = Buffer.from('data:');
    const end = Buffer.from('\n');
    const many = Array.from({ length: 9 }, () => [start, line, end]).flat();
    const one = [start, ...Array.from({ length: 9 }, () => line)];
    const refusal = expect.objectContaining({ key: 'upstream_failed' });
    await expect(read(...many)).rejects.toEqual(refusal);
    await expect(read(...one)).rejects.toEqual(refusal);
  });

  it('lets the fault of its source through', async () => {
    async function* failing() {
      yield Buffer.from('data: a\n\ndata: b');
      throw new Error('reset');
    }
    const seen: StreamEvent[] = [];
    const reading = (async () => {
      for await (const event of readSse(failing())) seen.push(event);
    })();
    await expect(reading).rejects.toThrow('reset');
    expect(seen).toHaveLength(1);
  });
});
