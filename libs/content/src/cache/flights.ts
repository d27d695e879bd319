/** Requests whose answer is being made: who asks the same meanwhile waits for it. */
export class Flights {
  private readonly open = new Map<string, Promise<void>>();

  /** Resolves when the answer is there, or will not come; undefined where nobody makes it. */
  of(name: string): Promise<void> | undefined {
    return this.open.get(name);
  }

  /** @returns ends it; safe to call twice. Where there is one already, it is not this call's to end */
  begin(name: string): () => void {
    if (this.open.has(name)) return () => undefined;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.open.set(name, promise);
    return () => {
      if (this.open.get(name) === promise) this.open.delete(name);
      resolve();
    };
  }
}
