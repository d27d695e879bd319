import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { DatabaseGate } from '../support/database-gate.js';

/** A way to the database on which nothing arrives while it is cut, and nobody is told so. */
export interface Link {
  /** The database as it is reached over the link. */
  readonly url: string;
  /** What is lost: packets, or only time. */
  readonly kind: 'packets are lost' | 'bytes are held';
  cut(): void;
  join(): void;
  close(): void;
}

const FORWARD = fileURLToPath(new URL('forward.mjs', import.meta.url));
const PORT = 5_432;

/** A cable between two network namespaces where we may make one; otherwise a gate that holds bytes. */
export async function openLink(url: string): Promise<Link> {
  return mayMakeNamespaces() ? openCable(url) : openGate(url);
}

function mayMakeNamespaces(): boolean {
  const probe = `gw-probe-${process.pid}`;
  try {
    ip('netns', 'add', probe);
    ip('netns', 'del', probe);
    return true;
  } catch {
    return false; // No right, or no such program.
  }
}

/** Packets that are sent while the cable is unplugged are lost; TCP sends them again, for minutes. */
async function openCable(url: string): Promise<Link> {
  const name = `gw${process.pid}`;
  const subnet = `10.213.${process.pid % 256}`;
  const [outer, inner] = [`${name}o`, `${name}i`];
  ip('netns', 'add', name);
  let forwarder: ChildProcess | undefined;
  const close = () => {
    forwarder?.kill('SIGKILL');
    ip('netns', 'del', name); // The cable goes with it.
  };
  try {
    ip('link', 'add', outer, 'type', 'veth', 'peer', 'name', inner, 'netns', name);
    ip('addr', 'add', `${subnet}.1/30`, 'dev', outer);
    ip('link', 'set', outer, 'up');
    ip('-n', name, 'addr', 'add', `${subnet}.2/30`, 'dev', inner);
    ip('-n', name, 'link', 'set', inner, 'up');
    forwarder = spawn(
      'ip',
      ['netns', 'exec', name, process.execPath, FORWARD, `${subnet}.2`, String(PORT), url],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const ready = forwarder.stdout;
    await new Promise((resolve, reject) => {
      ready?.once('data', resolve);
      forwarder?.once('exit', () => reject(new Error('the forwarder did not start')));
    });
  } catch (fault) {
    close();
    throw fault;
  }
  const through = new URL(url);
  through.searchParams.delete('host');
  through.hostname = `${subnet}.2`;
  through.port = String(PORT);
  return {
    url: through.toString(),
    kind: 'packets are lost',
    cut: () => ip('-n', name, 'link', 'set', inner, 'down'),
    join: () => ip('-n', name, 'link', 'set', inner, 'up'),
    close,
  };
}

async function openGate(url: string): Promise<Link> {
  const gate = await DatabaseGate.before(url);
  return {
    url: gate.url,
    kind: 'bytes are held',
    cut: () => gate.freeze(),
    join: () => gate.thaw(),
    close: () => gate.close(),
  };
}

function ip(...args: readonly string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}
