/** What protects more has the higher number. */
export const ACTION_STRENGTH = { allow_log: 0, log: 0, mask: 1, tokenize: 1, block: 2 } as const;
export const ANSWERS_STRENGTH = { off: 0, mask: 1, block: 2 } as const;
export const INJECTION_STRENGTH = { off: 0, flag: 1, strip: 2, block: 3 } as const;
