/** Calls `run` every `ms` until stopped. The gateway's Clock does not reach the browser. */
export function repeat(ms: number, run: () => void): () => void {
  // oxlint-disable-next-line no-restricted-globals -- The one place of the Console that sets a timer.
  const timer = setInterval(run, ms);
  return () => clearInterval(timer);
}
