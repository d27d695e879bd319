// Programs that are no part of a fresh machine, installed by Go or Python where those are.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fail, say } from './install.mjs';

const BINARIES = join(homedir(), 'go', 'bin');
const VENV = join(tmpdir(), 'gw-python');
/** Where it keeps its packages. */
const PACKAGES = "import sysconfig; print(sysconfig.get_path('purelib'))";

/** @returns {string} the program of a Go module, as in `helm.sh/helm/v3/cmd/helm@v3.19.0` */
export function goProgram(name, module) {
  const built = join(BINARIES, module.slice(module.lastIndexOf('/') + 1).replace(/@.*/, ''));
  return programOf(name, [built], () => output('go', ['install', module]));
}

/** @returns {string} the program of a Python package, as in `kubernetes-validate==1.37.0` */
export function pythonProgram(name, requirement) {
  return programOf(name, [join(VENV, 'bin', name)], () => pipInstall(requirement));
}

/** @returns {string} a folder that a Python package brings along, as in `package/data` */
export function pythonFolder(path, requirement) {
  const find = () => {
    const python = join(VENV, 'bin', 'python');
    return existsSync(python) ? join(output(python, ['-c', PACKAGES]).trim(), path) : '';
  };
  if (!existsSync(find())) {
    say(`Installing ${requirement} (once) …`);
    pipInstall(requirement);
  }
  const folder = find();
  return existsSync(folder) ? folder : fail(`${requirement} brings no ${path} for this machine.`);
}

function pipInstall(requirement) {
  output('python3', ['-m', 'venv', VENV]);
  output(join(VENV, 'bin', 'pip'), ['-q', 'install', requirement]);
}

function programOf(name, places, install) {
  const onPath = (process.env.PATH ?? '').split(delimiter).map((path) => join(path, name));
  const find = () => [...onPath, ...places].find((path) => existsSync(path));
  if (find() === undefined) {
    say(`Installing ${name} (once) …`);
    install();
  }
  return find() ?? fail(`There is no ${name} on the path.`);
}

/** What a program said. Ends this one when it fails. */
export function output(program, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    ...options,
  });
  if (status !== 0) fail(`${program} ${args.join(' ')}\n${error?.message ?? ''}${stdout}${stderr}`);
  return stdout;
}
