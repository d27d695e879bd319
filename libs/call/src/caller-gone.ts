/** Nobody waits for the answer any more: why work for a call is ended. Never shown to anyone. */
export class CallerGone extends Error {
  constructor() {
    super('the caller has gone');
    this.name = 'CallerGone';
  }
}

/** Recorded only; nobody is there to receive it. */
export const STATUS_CALLER_GONE = 499;
