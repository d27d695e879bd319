/**
 * What several people ask for at the same moment is read once. They are told of an event together, so they ask
 * together; what was being read when somebody asked is as new as what sums and sealing have.
 */
export class SharedReads<Answer> {
  private readonly running = new Map<string, Promise<Answer>>();

  /** @param asked all that the answer depends on, and who may see what of it above all */
  read(asked: object, read: () => Promise<Answer>): Promise<Answer> {
    const key = JSON.stringify(asked);
    const begun = this.running.get(key);
    if (begun) return begun;
    const reading = read().finally(() => this.running.delete(key));
    this.running.set(key, reading);
    return reading;
  }
}
