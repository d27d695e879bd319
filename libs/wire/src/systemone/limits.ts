/** Of `state` as JSON, in UTF-8: far more than the words that are read of it. */
export const STATE_BYTES_MAX = 131_072;
/** Of `questions` as JSON, in UTF-8. */
export const QUESTIONS_BYTES_MAX = 65_536;
/** Of the questions as shown: with their options they are what a model reads many times over. */
export const QUESTIONS_TOKENS_MAX = 1_000;
export const QUESTIONS_MAX = 16;
export const OPTIONS_MIN = 2;
export const OPTIONS_MAX = 20;

/** That a model reads of a state, or of a request with what stands around it. */
export const WORDS_MAX = 384;
/** Of these, what a router keeps for what stands around the request. */
export const ATTACHMENT_WORDS_MAX = 16;
export const PREVIOUS_WORDS_MAX = 48;
export const SYSTEM_WORDS_MAX = 48;

const CHARACTERS_PER_TOKEN = 4;

/** By the length in characters alone: nobody counts what a local model reads. */
export const tokensOf = (characters: number): number =>
  Math.ceil(characters / CHARACTERS_PER_TOKEN);
