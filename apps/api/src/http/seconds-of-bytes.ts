import type { ExpectedUsage } from '#call';

/** Speech is rarely coded at less than 32 kbit/s; what takes fewer bytes is put right at the end. */
const BYTES_PER_SECOND = 4_000;
const BYTES_PER_SECOND_MIN = 500; // The lowest rate that codecs offer: 4 kbit/s.

/** How long sound in so many bytes lasts, usually and at most. */
export const secondsOfBytes = (bytes: number): Pick<ExpectedUsage, 'seconds' | 'secondsMost'> => ({
  seconds: Math.ceil(bytes / BYTES_PER_SECOND),
  secondsMost: Math.ceil(bytes / BYTES_PER_SECOND_MIN),
});
