import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventFrame } from '../../../../apps/sandbox/src/http/event-stream.js';
import { EVENT_BYTES_MAX, type StreamEvent } from '../event-parser.js';
import { EventStreamParser } from './event-stream-parser.js';

const EVENT = { ':event-type': 'messageStart', ':message-type': 'event' };
const STREAM = Buffer.concat([
  eventFrame(EVENT, '{"role":"assistant"}'),
  eventFrame({ ':event-type': 'contentBlockDelta' }, '{"delta":{"text":"grüß 🌍"}}'),
  eventFrame({ ':exception-type': 'throttlingException', ':message-type': 'exception' }, '{}'),
  eventFrame({ ':error-code': 'InternalFailure', ':error-message': 'Broken.' }, ''),
]);
const EVENTS: StreamEvent[] = [
  { name: 'messageStart', data: '{"role":"assistant"}', isCut: false },
  { name: 'contentBlockDelta', data: '{"delta":{"text":"grüß 🌍"}}', isCut: false },
  { name: 'throttlingException', data: '{}', isCut: false },
  { name: 'InternalFailure', data: '{"message":"Broken."}', isCut: false },
];

/** Overwrites each chunk after its use, as a source may that keeps one buffer. */
function read(chunks: readonly Uint8Array[]): StreamEvent[] {
  const parser = new EventStreamParser();
  const events = chunks.flatMap((chunk) => {
    const copy = new Uint8Array(chunk);
    const read = parser.push(copy);
    copy.fill(0x2a);
    return read;
  });
  const rest = parser.end();
  return rest ? [...events, rest] : events;
}

const split = (bytes: Buffer, cuts: readonly number[]): Buffer[] =>
  [0, ...cuts].map((cut, index) => bytes.subarray(cut, cuts[index] ?? bytes.length));

const broken = expect.objectContaining({ key: 'upstream_failed' });
const faultOf = (chunks: readonly Uint8Array[]): unknown => {
  try {
    return read(chunks);
  } catch (fault) {
    return fault;
  }
};

describe('EventStreamParser', () => {
  it('reads events, exceptions and errors by their names', () => {
    expect(read([STREAM])).toEqual(EVENTS);
  });

  it('reads the same events byte by byte and in any pieces', () => {
    expect(read(split(STREAM, [...STREAM.keys()].slice(1)))).toEqual(EVENTS);
    fc.assert(
      fc.property(fc.array(fc.nat(STREAM.length), { maxLength: 12 }), (cuts) => {
        expect(
          read(
            split(
              STREAM,
              cuts.toSorted((a, b) => a - b),
            ),
          ),
        ).toEqual(EVENTS);
      }),
    );
  });

  it('shows wherever a stream was cut within a frame, and only there', () => {
    const borders = new Set([0]);
    for (let at = 0; at < STREAM.length; at += STREAM.readUInt32BE(at)) borders.add(at);
    for (let cut = 0; cut < STREAM.length; cut++) {
      const last = read([STREAM.subarray(0, cut)]).at(-1);
      expect(last?.isCut ?? false, `cut at ${cut}`).toBe(!borders.has(cut));
    }
  });

  it('takes any flipped bit for damage', () => {
    for (let at = 0; at < STREAM.length; at++) {
      const bytes = Buffer.from(STREAM);
      bytes[at] = (bytes[at] as number) ^ (1 << (at % 8));
      expect(faultOf([bytes]), `byte ${at}`).toEqual(broken);
    }
  });

  it('skips headers of every other type', () => {
    const values = [[0], [1], [2, 9], [3, 9, 9], [4, 9, 9, 9, 9], [6, 0, 2, 9, 9]];
    const long = [5, 8].map((type) => [type, ...Buffer.alloc(8, 9)]);
    const uuid = [9, ...Buffer.alloc(16, 9)];
    const headers = [...values, ...long, uuid].flatMap((value) => [1, 0x78, ...value]);
    const named = [11, ...Buffer.from(':event-type'), 7, 0, 1, 0x61];
    expect(read([withHeaders([...headers, ...named])])).toEqual([
      { name: 'a', data: '', isCut: false },
    ]);
  });

  it.each([
    ['a name past the end', [200, 0x61]],
    ['a value past the end', [1, 0x61, 7, 0, 9, 0x61]],
    ['a length past the end', [1, 0x61, 7, 0]],
    ['an unknown type', [1, 0x61, 10]],
  ])('takes headers with %s for damage', (_name, headers) => {
    expect(faultOf([withHeaders(headers)])).toEqual(broken);
  });

  it('takes lengths that cannot be for damage, and an endless event for no event', () => {
    for (const [size, headers] of [
      [15, 0],
      [20, 5],
      [EVENT_BYTES_MAX + 1, 0],
    ] as const) {
      expect(faultOf([prelude(size, headers)]), `${size}`).toEqual(broken);
    }
  });

  it('reads an event of several megabytes that comes in small pieces', () => {
    const data = 'x'.repeat(5_000_000);
    const bytes = eventFrame(EVENT, data);
    const cuts = Array.from({ length: 4_000 }, (_, index) => (index + 1) * 1_250);
    expect(read(split(bytes, cuts))).toEqual([{ name: 'messageStart', data, isCut: false }]);
  });

  it('reads recorded streams', () => {
    const fixtures = process.env['GW_FIXTURES'];
    const folder = join(fixtures ?? '', 'providers/bedrock');
    const files = fixtures ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
    for (const file of files.filter((name) => name.endsWith('.eventstream.bin'))) {
      const events = read([readFileSync(join(folder, file))]);
      expect(events.map(({ name }) => name).slice(-2), file).toEqual(['messageStop', 'metadata']);
      expect(events.some(({ isCut }) => isCut)).toBe(false);
    }
  });
});

function prelude(size: number, headersLength: number): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(size, 0);
  bytes.writeUInt32BE(headersLength, 4);
  bytes.writeUInt32BE(crc32(bytes.subarray(0, 8)), 8);
  return bytes;
}

function withHeaders(headers: readonly number[]): Buffer {
  const frame = Buffer.concat([
    prelude(16 + headers.length, headers.length),
    Buffer.from(headers),
    Buffer.alloc(4),
  ]);
  const end = frame.length - 4;
  frame.writeUInt32BE(crc32(frame.subarray(0, end)), end);
  return frame;
}
