import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** A server that speaks SMTP as far as one mail needs it, and keeps what it was given. */
export class MailServer {
  readonly mails: { readonly to: string; readonly text: string }[] = [];
  /** Mails to refuse before one is taken. */
  refusing = 0;

  private constructor(
    readonly url: string,
    readonly close: () => Promise<void>,
  ) {}

  static async start(): Promise<MailServer> {
    const sockets = new Set<Socket>();
    let mailServer: MailServer | undefined;
    const server = createServer((socket) => {
      sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => undefined));
      void mailServer?.serve(socket);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    mailServer = new MailServer(`smtp://127.0.0.1:${port}`, () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((closed) => server.close(() => closed()));
    });
    return mailServer;
  }

  private async serve(socket: Socket): Promise<void> {
    const say = (line: string) => void socket.write(`${line}\r\n`);
    let [to, text]: [string, string[] | undefined] = ['', undefined];
    say('220 test');
    for await (const line of createInterface({ input: socket })) {
      if (text && line !== '.') text.push(line);
      else if (text) {
        this.mails.push({ to, text: text.join('\n') });
        text = undefined;
        say('250 taken');
      } else if (line.startsWith('RCPT TO:')) {
        to = line.slice('RCPT TO:'.length).replaceAll(/[<>]/g, '');
        say(this.refusing-- > 0 ? '451 later' : '250 good');
      } else if (line === 'DATA') {
        text = [];
        say('354 go on');
      } else if (line === 'QUIT') {
        say('221 bye');
        socket.end();
      } else say('250 good');
    }
  }
}
