/** What each step took, and the header `server-timing`, which tells it in milliseconds to a hundredth. */
export class ServerTiming {
  /** Milliseconds, by the name of the step. */
  readonly stepsMs: Record<string, number> = {};
  private text = '';

  add(name: string, ms: number): void {
    this.stepsMs[name] = ms;
    const rounded = Math.round(ms * 100) / 100;
    this.text += this.text === '' ? `${name};dur=${rounded}` : `, ${name};dur=${rounded}`;
  }

  toString(): string {
    return this.text;
  }
}
