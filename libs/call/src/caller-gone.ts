/** Why an upstream request is ended when nobody waits for it any more. Never shown to anyone. */
export class CallerGone extends Error {
  constructor() {
    super('the caller has gone');
    this.name = 'CallerGone';
  }
}
