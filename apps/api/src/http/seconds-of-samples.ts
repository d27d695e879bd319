/** Chunks before the samples; whoever has more of them is counted by its bytes. */
export const SAMPLES_HEAD_BYTES = 4_096;

const PLAIN = 1; // Integer samples;
const FLOAT = 3; // floating ones.
const EXTENSIBLE = 0xfffe; // The format stands further behind, as the first field of an id.
const EXTENSIBLE_ID_TAIL = '000000001000800000aa00389b71';
const SAMPLE_BITS: ReadonlySet<number> = new Set([8, 16, 24, 32]);

/**
 * How long the samples of a wave file last at most: all its bytes, at the rate that its head says. Samples
 * say nothing of themselves, so a decoder has that head alone to go by. Null where another reading is
 * possible: coded sound, two formats, chunks behind the samples.
 * @param head the first bytes of the file
 * @param bytes of the whole file
 */
export function secondsOfSamples(head: Buffer, bytes: number): number | null {
  if (word(head, 0) !== 'RIFF' || word(head, 8) !== 'WAVE') return null;
  let bytesPerSecond: number | null = null;
  let at = 12;
  while (at + 8 <= head.length) {
    const [name, size, start] = [word(head, at), head.readUInt32LE(at + 4), at + 8];
    if (name === 'data') {
      const left = bytes - start;
      // The size of what was recorded without an end is the largest there is.
      return bytesPerSecond && size + 1 >= left ? Math.ceil(left / bytesPerSecond) : null;
    }
    if (name === 'fmt ') {
      if (bytesPerSecond !== null) return null;
      bytesPerSecond = rateOf(head.subarray(start, start + size));
      if (bytesPerSecond === null) return null;
    }
    at = start + size + (size % 2);
  }
  return null;
}

/** Bytes a second; null of what is not plain samples, or contradicts itself. */
function rateOf(format: Buffer): number | null {
  if (format.length < 16) return null;
  const [channels, samples] = [format.readUInt16LE(2), format.readUInt32LE(4)];
  const [bytesPerSecond, block, bits] = [
    format.readUInt32LE(8),
    format.readUInt16LE(12),
    format.readUInt16LE(14),
  ];
  const isPlain = [PLAIN, FLOAT].includes(codingOf(format)) && SAMPLE_BITS.has(bits);
  const isSound = channels > 0 && samples > 0 && block === (channels * bits) / 8;
  return isPlain && isSound && bytesPerSecond === samples * block ? bytesPerSecond : null;
}

function codingOf(format: Buffer): number {
  const coding = format.readUInt16LE(0);
  if (coding !== EXTENSIBLE || format.length < 40) return coding;
  const isKnown = format.toString('hex', 26, 40) === EXTENSIBLE_ID_TAIL;
  return isKnown ? format.readUInt16LE(24) : coding;
}

const word = (head: Buffer, at: number): string => head.toString('latin1', at, at + 4);
