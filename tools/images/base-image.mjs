// In place of node:24-bookworm-slim: Debian's smallest system, the runtime that the project pins, and npm.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { ensureProgram } from '../debian.mjs';
import { fail, pinnedNode, say } from '../install.mjs';

const RELEASE = 'bookworm';

/** @returns the folder of its root, made once and kept in `work` */
export function makeBase(work) {
  const root = join(work, 'base');
  if (existsSync(join(root, 'usr/local/bin/node'))) return root;
  rmSync(root, { recursive: true, force: true });
  const debootstrap = ensureProgram(['/usr/sbin/debootstrap'], 'debootstrap');
  if (!debootstrap) fail('debootstrap is needed: it makes the system that the images stand on.');
  say(`Making a ${RELEASE} of Debian (once, about half a minute) …`);
  execFileSync(debootstrap, ['--variant=minbase', RELEASE, root, ...mirror()], { stdio: 'ignore' });
  rmSync(join(root, 'var/cache/apt'), { recursive: true, force: true });
  rmSync(join(root, 'var/lib/apt/lists'), { recursive: true, force: true });
  cpSync(pinnedNode, join(root, 'usr/local/bin/node'));
  const npm = join(execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim(), 'npm');
  mkdirSync(join(root, 'usr/local/lib/node_modules'), { recursive: true });
  cpSync(npm, join(root, 'usr/local/lib/node_modules/npm'), { recursive: true });
  for (const name of ['npm', 'npx']) {
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(root, 'usr/local/bin', name));
  }
  mkdirSync(join(root, 'root/.npm'), { recursive: true });
  return root;
}

/** Where this machine gets Debian's packages from; debootstrap's own place where it says nothing of that. */
function mirror() {
  const folder = '/etc/apt/sources.list.d';
  const files = [
    '/etc/apt/sources.list',
    ...(existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []),
  ];
  for (const file of files.filter((one) => existsSync(one))) {
    const [, url] =
      /^(?:deb(?:\s+\[.*?\])?|URIs:)\s+(http\S+)/m.exec(readFileSync(file, 'utf8')) ?? [];
    if (url) return [url];
  }
  return [];
}

/** What steps with network need of this machine: names, certificates, and where packages come from. */
export function networkOf(root) {
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  for (const file of ['/etc/resolv.conf', '/etc/hosts', certificates].filter(
    (one) => one && existsSync(one),
  )) {
    mkdirSync(join(root, dirname(file)), { recursive: true });
    cpSync(file, join(root, file), { dereference: true });
  }
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  return {
    npm_config_registry: registry,
    ...(certificates && { NODE_EXTRA_CA_CERTS: certificates }),
  };
}
