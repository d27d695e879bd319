// `npm run test:chart`: the chart of docker/helm is linted, drawn for each set of values beside it, and held to the schemas of
// Kubernetes. `helm` and `kubernetes-validate` are no part of a fresh machine: they are installed where Go and Python are.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goProgram, output, pythonProgram } from './foreign-program.mjs';
import { fail, ROOT, say } from './install.mjs';

const HELM = 'helm.sh/helm/v3/cmd/helm@v3.19.0';
const VALIDATE = 'kubernetes-validate==1.37.0';
const KUBERNETES = ['1.28.0', '1.37.0']; // The oldest that the chart takes and has schemas, and the newest.
const CHART = join(ROOT, 'docker', 'helm', 'gateway');
const VALUES = join(ROOT, 'docker', 'helm', 'values');
/** Of the operator of Prometheus: Kubernetes itself has no schema of them. */
const FOREIGN = /^kind: ServiceMonitor$/m;

const helm = goProgram('helm', HELM);
const validate = pythonProgram('kubernetes-validate', VALIDATE);
const folder = mkdtempSync(join(tmpdir(), 'gw-chart-'));
let resources = 0;
for (const name of readdirSync(VALUES)) {
  const values = join(VALUES, name);
  output(helm, ['lint', '--strict', '--quiet', CHART, '--values', values]);
  const drawn = output(helm, [
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
    output(validate, ['--strict', '--quiet', '-k', version, file]);
  }
  resources += own.length;
  say(`${name}: ${own.length} resources`);
}
const refused = spawnSync(helm, ['template', 'gateway', CHART, '--kube-version', KUBERNETES[0]], {
  encoding: 'utf8',
});
if (refused.status === 0) fail('The chart is drawn without existingSecret.');
say(`${resources} resources fit the schemas of Kubernetes ${KUBERNETES.join(' and ')}`);
