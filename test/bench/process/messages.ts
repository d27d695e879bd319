/** The child's end of the harness's channel. A child whose harness is gone ends with it. */
export function onMessage(handle: (message: unknown) => void): void {
  process.on('message', handle);
  process.on('disconnect', () => process.exit(0));
  // Ctrl-C reaches the whole group; the harness decides when its children end.
  process.on('SIGINT', () => undefined);
}

export function send(message: object): void {
  process.send?.(message);
}
