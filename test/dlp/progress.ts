const WIDTH = 30;

/** One line on standard error that says how far a long program is. */
export class Progress {
  private readonly startedMs = performance.now();

  constructor(private readonly what: string) {}

  /** @param share 0 to 1 of the part that `part` names */
  show(part: string, share: number): void {
    if (!process.stderr.isTTY && share > 0 && share < 1) return;
    const full = Math.round(share * WIDTH);
    const bar = '█'.repeat(full) + '·'.repeat(WIDTH - full);
    const seconds = ((performance.now() - this.startedMs) / 1_000).toFixed(0);
    const line = `${this.what} ${bar} ${part}, ${seconds} s`;
    process.stderr.write(process.stderr.isTTY ? `\r${line}\u001b[K` : `${line}\n`);
  }

  end(text: string): void {
    process.stderr.write(process.stderr.isTTY ? `\r${text}\u001b[K\n` : `${text}\n`);
  }
}
