// node forward.mjs <address> <port> <database url>: takes connections there and passes them to the
// database. It runs at the far end of a cable that a test unplugs.
import { connect, createServer } from 'node:net';

const [address, port, url] = process.argv.slice(2);
const target = new URL(url);
const folder = target.searchParams.get('host');
const number = Number(target.port || 5432);
const dial = () =>
  folder ? connect(`${folder}/.s.PGSQL.${number}`) : connect(number, target.hostname);

const server = createServer((client) => {
  const upstream = dial();
  for (const [from, to] of [
    [client, upstream],
    [upstream, client],
  ]) {
    from.on('error', () => undefined); // The other side hears of it by the close.
    from.on('close', () => to.destroy());
    from.pipe(to);
  }
});
server.listen(Number(port), address, () => console.log('ready'));
