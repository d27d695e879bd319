// Programs that are no npm packages: found where they are, else Debian's are installed.
import { existsSync } from 'node:fs';
import { run, say } from './install.mjs';

/** The first of `places` that is there. Undefined: it is not, and this user or system cannot install it. */
export function ensureProgram(places, debianPackage) {
  const found = () => places.find((path) => existsSync(path));
  if (found() || !existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return found();
  say(`Installing ${debianPackage} …`);
  run('apt-get', ['update', '-q']);
  run('apt-get', ['install', '-y', '-q', '--no-install-recommends', debianPackage]);
  return found();
}
