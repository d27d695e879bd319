/** The child's end of the harness's channel. A child whose harness is gone ends with it. */
export function onMessage<Message>(handle: (message: Message) => void): void {
  process.on('message', (message) => handle(message as Message));
  process.on('disconnect', () => process.exit(0));
  // Ctrl-C reaches the whole group; the harness decides when its children end.
  process.on('SIGINT', () => undefined);
}

export function send<Message>(message: Message): void {
  process.send?.(message);
}
