/** A model of an operator's cannot be used; the message says what to do. A process that needs it does not start. */
export class UnusableLocalModel extends Error {
  override readonly name = 'UnusableLocalModel';
}
