const WIDTH = 40;

/** One line of the terminal that is drawn over, and a new one once it is full. */
export function drawBar(what: string, done: number, all: number): void {
  const share = all === 0 ? 1 : done / all;
  const full = Math.round(share * WIDTH);
  const bar = '#'.repeat(full) + '.'.repeat(WIDTH - full);
  process.stdout.write(`\r${what.padEnd(8)} [${bar}] ${done}/${all}${done >= all ? '\n' : ''}`);
}
