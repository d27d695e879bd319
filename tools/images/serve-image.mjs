// Images as they are run: their own root, read-only, as their own user, in a network that has nothing but itself.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { mountOf } from './build-stage.mjs';

const LOOK_MS = 50;

/** A network and processes that end with this one. */
export class Host {
  /** @param {string} sockets folder with the socket of the database, readable by everybody */
  constructor(work, sockets) {
    this.work = work;
    this.sockets = sockets;
    this.children = new Set();
    const holder = spawn(
      'unshare',
      [
        '--mount',
        '--net',
        '--pid',
        '--fork',
        '--kill-child',
        'sh',
        '-c',
        'ip link set lo up && exec sleep 3600',
      ],
      { stdio: 'ignore' },
    );
    this.holder = holder;
  }

  async ready() {
    for (;;) {
      await sleep(LOOK_MS);
      const [child] = textOf('pgrep', ['-P', String(this.holder.pid)]).split('\n');
      if (child && isUp(child)) return (this.pid = child);
      if (this.holder.exitCode !== null)
        throw new Error('A network of its own cannot be made here.');
    }
  }

  /** The root of an image, read-only, with its volumes. */
  prepare(name, image) {
    const root = join(this.work, 'roots', name);
    mkdirSync(root, { recursive: true });
    const [uid] = image.user.split(':');
    const script = `
      ${mountOf(image.layers, root)}
      mount -t tmpfs tmpfs ${root}/tmp && chmod 1777 ${root}/tmp
      mount -t tmpfs -o mode=0700,uid=${uid},gid=${uid} tmpfs ${root}/data
      mount -t tmpfs -o mode=0700,uid=${uid},gid=${uid} tmpfs ${root}/documents
      mount --bind ${this.sockets} ${root}/mnt
      mount -t proc proc ${root}/proc`;
    this.inside(['sh', '-ec', script]);
    return { root, image };
  }

  /** @returns what the command said @throws when it fails */
  exec(place, command, variables = {}) {
    return this.inside(this.commandIn(place, command, variables));
  }

  /** Goes on in the background. */
  start(place, command, variables) {
    const words = this.commandIn(place, command, variables);
    const child = spawn('nsenter', [...this.entering, ...words], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
    this.children.add(child);
    return { child, said: () => said };
  }

  /** Until the image's own HEALTHCHECK is content. @returns milliseconds */
  async untilHealthy(place, running, variables, msMax) {
    const startedMs = performance.now();
    while (performance.now() - startedMs < msMax) {
      if (running.child.exitCode !== null) throw new Error(`It ended:\n${running.said()}`);
      try {
        this.exec(place, place.image.healthcheck, variables);
        return performance.now() - startedMs;
      } catch {
        await sleep(LOOK_MS);
      }
    }
    throw new Error(`It is not healthy after ${msMax} ms:\n${running.said()}`);
  }

  close() {
    this.holder.kill('SIGKILL');
    rmSync(join(this.work, 'roots'), { recursive: true, force: true });
  }

  get entering() {
    return ['--target', this.pid, '--mount', '--net', '--pid'];
  }

  commandIn({ root, image }, command, variables) {
    const all = {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      HOME: '/tmp',
      ...image.variables,
      ...variables,
    };
    const given = Object.entries(all).map(([key, value]) => `${key}=${value}`);
    // env leaves the folder alone, so the command begins where WORKDIR says.
    const shell = ['/bin/sh', '-c', `cd ${image.folder} && exec "$@"`, 'sh', ...command];
    return ['chroot', `--userspec=${image.user}`, root, '/usr/bin/env', '-i', ...given, ...shell];
  }

  inside(words) {
    return execFileSync('nsenter', [...this.entering, ...words], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }
}

/** As a process in an image reaches the server whose sockets it was given. */
export const databaseUrl = (url) => url.replace(/host=[^&]*/, `host=${encodeURIComponent('/mnt')}`);

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function textOf(program, args) {
  try {
    return execFileSync(program, args, { encoding: 'utf8' });
  } catch {
    return '';
  }
}

const isUp = (pid) =>
  textOf('nsenter', ['--target', pid, '--net', 'ip', '-o', 'addr', 'show', 'lo']).includes(
    '127.0.0.1',
  );
