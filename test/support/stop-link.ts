import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { waitFor } from './wait-for.js';

/** Where the first that says `text` stops: before the server hears it, or after it has done it. */
interface StopAt {
  readonly what: 'request' | 'reply';
  readonly text: string;
}

/**
 * A way to a server on which everything stops at one exact request, or at the answer to it. Programs of
 * Redis are known by their digest.
 */
export class StopLink {
  private readonly sockets = new Set<Socket>();
  private at: StopAt | undefined;
  private isStopped = false;

  private constructor(
    readonly url: string,
    private readonly stopListening: () => void,
  ) {}

  static async before(url: string): Promise<StopLink> {
    const target = new URL(url);
    const { hostname } = target;
    const port = Number(target.port);
    const server = createServer((client) => link.join(client, connect(port, hostname)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    target.port = String((server.address() as AddressInfo).port);
    const link = new StopLink(target.toString(), () => server.close());
    return link;
  }

  stopAt(what: StopAt['what'], text: string): void {
    this.at = { what, text };
    this.isStopped = false;
  }

  async reached(): Promise<void> {
    await waitFor('the link to be stopped', () => this.isStopped);
  }

  /** From now on all pass. What was stopped is lost with its connection. */
  open(): void {
    this.at = undefined;
    this.isStopped = false;
    for (const socket of this.sockets) socket.destroy();
  }

  close(): void {
    this.open();
    this.stopListening();
  }

  private join(client: Socket, server: Socket): void {
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(from);
      from.on('error', () => undefined); // The other side hears of it by the close.
      from.on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
    }
    client.on('data', (chunk: Buffer) => {
      const { at } = this;
      const isIt = at !== undefined && chunk.includes(at.text);
      if (isIt) this.isStopped = true;
      if (this.isStopped && !(isIt && at.what === 'reply')) return;
      server.write(chunk);
    });
    server.on('data', (chunk: Buffer) => {
      if (!this.isStopped) client.write(chunk);
    });
  }
}
