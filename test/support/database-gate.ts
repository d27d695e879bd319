import { connect, createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A way to a PostgreSQL server that can be shut: connections through it break, new ones fail. */
export class DatabaseGate {
  private readonly sockets = new Set<Socket>();
  private isOpen = true;

  private constructor(
    readonly url: string,
    private readonly stopListening: () => void,
  ) {}

  /** @param url of a server on a socket or a port */
  static async before(url: string): Promise<DatabaseGate> {
    const target = new URL(url);
    const folder = target.searchParams.get('host');
    const port = Number(target.port || 5432);
    const dial = () =>
      folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(port, target.hostname);
    const server = createServer((client) => gate.join(client, dial));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const through = new URL(url);
    through.searchParams.delete('host');
    through.hostname = '127.0.0.1';
    through.port = String((server.address() as AddressInfo).port);
    const gate = new DatabaseGate(through.toString(), () => server.close());
    return gate;
  }

  shut(): void {
    this.isOpen = false;
    for (const socket of this.sockets) socket.destroy();
  }

  open(): void {
    this.isOpen = true;
  }

  close(): void {
    this.shut();
    this.stopListening();
  }

  private join(client: Socket, dial: () => Socket): void {
    if (!this.isOpen) return void client.destroy();
    const server = dial();
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(socket);
      socket.on('error', () => undefined); // The other side hears of it by the close.
      socket.on('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }
}
