/** As OpenAI tells it: the tier that was asked for, and the usual one where that was left to it. */
export const servedTier = (asked: string | null | undefined): string =>
  asked === undefined || asked === null || asked === 'auto' ? 'default' : asked;
