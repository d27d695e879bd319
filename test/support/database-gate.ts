import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** One connection of the gateway's, and the one that the gate made for it. */
interface Pair {
  readonly client: Socket;
  readonly server: Socket;
}

/**
 * Stands between a gateway and its database: shut, each connection breaks; frozen, each one stays and
 * nothing comes through, as with a stopped server or a network that drops every packet.
 */
export class DatabaseGate {
  private readonly pairs = new Set<Pair>();
  private isOpen = true;
  private isFrozen = false;

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
    for (const { client, server } of this.pairs) {
      client.destroy();
      server.destroy();
    }
  }

  open(): void {
    this.isOpen = true;
  }

  freeze(): void {
    this.isFrozen = true;
    for (const { client, server } of this.pairs) {
      client.unpipe(server);
      server.unpipe(client);
    }
  }

  /** What was sent meanwhile arrives now. */
  thaw(): void {
    this.isFrozen = false;
    for (const pair of this.pairs) flow(pair);
  }

  close(): void {
    this.shut();
    this.stopListening();
  }

  private join(client: Socket, dial: () => Socket): void {
    if (!this.isOpen) return void client.destroy();
    const pair = { client, server: dial() };
    this.pairs.add(pair);
    for (const socket of [pair.client, pair.server]) {
      socket.on('error', () => undefined); // The other side hears of it by the close.
      socket.on('close', () => {
        this.pairs.delete(pair);
        pair.client.destroy();
        pair.server.destroy();
      });
    }
    if (!this.isFrozen) flow(pair);
  }
}

function flow({ client, server }: Pair): void {
  client.pipe(server);
  server.pipe(client);
}
