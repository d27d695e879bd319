const SECONDS_OF_LETTER = 0.1; // Slow reading: it is usually two thirds of that.
const SECONDS_OF_OTHER = 0.5; // A digit or a sign is a word, a Chinese character a syllable.
const SPEED_MIN = 0.25;
const READ_CHARACTERS_MAX = 65_536; // No model reads more aloud; beyond it all counts as the dearest.
const LETTERS = /[A-Za-z\s]+/g;

/** How long it takes at most to read a text aloud, in whole seconds. */
export function secondsOfSpeech(text: string, speed: number): number {
  const others = text.slice(0, READ_CHARACTERS_MAX).replaceAll(LETTERS, '').length;
  const rest = Math.max(0, text.length - READ_CHARACTERS_MAX);
  const letters = text.length - rest - others;
  const seconds = letters * SECONDS_OF_LETTER + (others + rest) * SECONDS_OF_OTHER;
  return Math.ceil(seconds / Math.min(1, Math.max(SPEED_MIN, speed)));
}
