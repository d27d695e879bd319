import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { secondsOfSamples } from './seconds-of-samples.js';

const u16 = (value: number) => Buffer.from([value & 0xff, value >> 8]);
const u32 = (value: number) => Buffer.concat([u16(value & 0xffff), u16(value >>> 16)]);
const chunk = (name: string, body: Buffer, size = body.length) =>
  Buffer.concat([Buffer.from(name), u32(size), body]);
const format = ({ coding = 1, channels = 1, samples = 16_000, bits = 16, block = 0 } = {}) => {
  const bytes = block || (channels * bits) / 8;
  const numbers = [u16(coding), u16(channels), u32(samples), u32(samples * bytes), u16(bytes)];
  return chunk('fmt ', Buffer.concat([...numbers, u16(bits)]));
};
const wave = (...chunks: Buffer[]) =>
  Buffer.concat([Buffer.from('RIFF'), u32(0), Buffer.from('WAVE'), ...chunks]);
const recorded = (bytes: number, size = bytes) => chunk('data', Buffer.alloc(bytes), size);
const secondsOf = (file: Buffer) => secondsOfSamples(file.subarray(0, 4_096), file.length);

describe('secondsOfSamples', () => {
  it.each([
    ['speech as it is recorded', wave(format(), recorded(64_000)), 2],
    ['a started second', wave(format(), recorded(64_001)), 3],
    ['two channels', wave(format({ channels: 2 }), recorded(64_000)), 1],
    ['floating samples', wave(format({ coding: 3, bits: 32 }), recorded(64_000)), 1],
    ['a name before it', wave(format(), chunk('LIST', Buffer.alloc(26)), recorded(32_000)), 1],
    ['no end', wave(format(), recorded(64_000, 0xffffffff)), 2],
    ['a very low rate', wave(format({ samples: 1 }), recorded(64_000)), 32_000],
  ])('counts %s', (_what, file, seconds) => {
    expect(secondsOf(file)).toBe(seconds);
  });

  it.each([
    ['no wave', Buffer.from('OggS'.repeat(20))],
    ['coded sound', wave(format({ coding: 0x55 }), recorded(64_000))],
    ['half bytes', wave(format({ bits: 4 }), recorded(64_000))],
    ['a block that is none', wave(format({ block: 100 }), recorded(64_000))],
    ['no channel', wave(format({ channels: 0, block: 2 }), recorded(64_000))],
    ['two formats', wave(format({ samples: 96_000 }), format(), recorded(64_000))],
    ['a format behind', wave(format({ samples: 96_000 }), recorded(64_000), format())],
    ['fewer samples than there are', wave(format(), recorded(64_000, 100))],
    ['samples before their format', wave(recorded(0), format(), recorded(64_000))],
    ['an unknown extension', wave(format({ coding: 0xfffe }), recorded(64_000))],
    ['a head without an end', wave(format(), chunk('LIST', Buffer.alloc(5_000)), recorded(100))],
  ])('leaves %s to be counted by its bytes', (_what, file) => {
    expect(secondsOf(file)).toBeNull();
  });

  it('reads any head without a fault', () => {
    const heads = fc.uint8Array({ maxLength: 64 }).map((tail) => wave(Buffer.from(tail)));
    fc.assert(
      fc.property(heads, (head) => {
        expect(secondsOf(head) ?? 0).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
