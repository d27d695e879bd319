/** What a process with a model tells the one that started it. */
export type ProcessMessage<Facts, Result> =
  /** It was loaded and tried, and takes jobs. */
  | { readonly kind: 'ready'; readonly facts: Facts }
  /** It will never do: the message says why, in words for operators. */
  | { readonly kind: 'unusable'; readonly message: string }
  | { readonly kind: 'done'; readonly result: Result }
  /** This job came to nothing; the process goes on. Never with what was in the job. */
  | { readonly kind: 'failed' };
