// NODE_OPTIONS=--import=<this>: the wall clock of a process goes wrong by the milliseconds that the file
// CLOCK_STEP_FILE holds, from each SIGUSR2 on. The monotonic clock goes on as it was.
import { readFileSync } from 'node:fs';

const RealDate = Date;
let stepMs = 0;

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + stepMs);
    else super(...given);
  }

  static now() {
    return RealDate.now() + stepMs;
  }
};

process.on('SIGUSR2', () => {
  stepMs = Number(readFileSync(process.env.CLOCK_STEP_FILE, 'utf8'));
});
