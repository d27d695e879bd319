/**
 * A wish to end something early, with its reason: what `AbortController` is, at a twentieth of its
 * cost, which shows when every call needs two of them. Cancelling twice keeps the first reason.
 */
export class Cancellation {
  private cause: Error | undefined;
  private listeners: ((reason: Error) => void)[] = [];

  /** Undefined until it is cancelled. */
  get reason(): Error | undefined {
    return this.cause;
  }

  get isCancelled(): boolean {
    return this.cause !== undefined;
  }

  cancel(reason: Error): void {
    if (this.cause) return;
    this.cause = reason;
    for (const listener of this.listeners.splice(0)) listener(reason);
  }

  /** Called once; at once when it is cancelled already. Returns what takes the listener back. */
  onCancel(listener: (reason: Error) => void): () => void {
    if (this.cause) {
      listener(this.cause);
      return () => undefined;
    }
    this.listeners.push(listener);
    return () => {
      const index = this.listeners.indexOf(listener);
      if (index >= 0) this.listeners.splice(index, 1);
    };
  }
}
