// `npm run test:chart`: the chart of docker/helm is linted, drawn for each set of values beside it, and held to the schemas of
// Kubernetes. `helm` and `kubernetes-validate` are no part of a fresh machine: they are installed where Go and Python are.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fail, ROOT, say } from './install.mjs';

const HELM = 'helm.sh/helm/v3/cmd/helm@v3.19.0';
const VALIDATE = 'kubernetes-validate==1.37.0';
const KUBERNETES = ['1.28.0', '1.37.0']; // The oldest that the chart takes and has schemas, and the newest.
const CHART = join(ROOT, 'docker', 'helm', 'gateway');
const VALUES = join(ROOT, 'docker', 'helm', 'values');
/** Of the operator of Prometheus: Kubernetes itself has no schema of them. */
const FOREIGN = /^kind: ServiceMonitor$/m;

const venv = join(tmpdir(), 'gw-kubernetes-validate');
const helm = programOf('helm', () => run('go', ['install', HELM]));
const validate = programOf('kubernetes-validate', () => {
  run('python3', ['-m', 'venv', venv]);
  run(join(venv, 'bin', 'pip'), ['-q', 'install', VALIDATE]);
});
const folder = mkdtempSync(join(tmpdir(), 'gw-chart-'));
let resources = 0;
for (const name of readdirSync(VALUES)) {
  const values = join(VALUES, name);
  run(helm, ['lint', '--strict', '--quiet', CHART, '--values', values]);
  const drawn = run(helm, [
    'template',
    'gateway',
    CHART,
    '--kube-version',
    KUBERNETES[0],
    '--values',
    values,
  ]);
  const own = drawn.split(/^---$/m).filter((one) => /^kind:/m.test(one) && !FOREIGN.test(one));
  const file = join(folder, name);
  writeFileSync(file, own.join('\n---\n'));
  for (const version of KUBERNETES) {
    run(validate, ['--strict', '--quiet', '-k', version, file]);
  }
  resources += own.length;
  say(`${name}: ${own.length} resources`);
}
const refused = spawnSync(helm, ['template', 'gateway', CHART, '--kube-version', KUBERNETES[0]], {
  encoding: 'utf8',
});
if (refused.status === 0) fail('The chart is drawn without existingSecret.');
say(`${resources} resources fit the schemas of Kubernetes ${KUBERNETES.join(' and ')}`);

function programOf(name, install) {
  const find = () =>
    [...(process.env.PATH ?? '').split(delimiter), join(homedir(), 'go', 'bin'), join(venv, 'bin')]
      .map((path) => join(path, name))
      .find((path) => existsSync(path));
  if (find() === undefined) {
    say(`Installing ${name} (once) …`);
    install();
  }
  return find() ?? fail(`There is no ${name} on the path.`);
}

function run(program, args) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) fail(`${program} ${args.join(' ')}\n${error?.message ?? ''}${stdout}${stderr}`);
  return stdout;
}
