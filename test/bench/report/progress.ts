const BAR_CHARACTERS = 24;

/** One line that moves on a terminal; elsewhere a line per step. Goes to stderr: stdout is the report. */
export class Progress {
  private readonly isTerminal = process.stderr.isTTY;
  private steps = 0;
  private done = 0;

  expect(steps: number): void {
    this.steps = steps;
  }

  step(what: string): void {
    this.write(what);
    this.done++;
  }

  say(what: string): void {
    this.write(what);
  }

  end(): void {
    if (this.isTerminal) process.stderr.write('\r\u001b[2K');
  }

  private write(what: string): void {
    const share = this.steps === 0 ? 0 : this.done / this.steps;
    const percent = `${Math.round(share * 100)} %`.padStart(5);
    if (!this.isTerminal) {
      process.stderr.write(`${percent}  ${what}\n`);
      return;
    }
    const full = Math.round(share * BAR_CHARACTERS);
    const bar = '━'.repeat(full) + '─'.repeat(BAR_CHARACTERS - full);
    process.stderr.write(`\r\u001b[2K${bar} ${percent}  ${what}`);
  }
}
