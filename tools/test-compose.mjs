// `npm run test:compose`: the compose files are read by the parser that Docker's own command is built on, alone and with the variant.
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goProgram, output } from './foreign-program.mjs';
import { fail, ROOT } from './install.mjs';

// Its only command is called `cmd`.
const PARSER = 'github.com/compose-spec/compose-go/v2/cmd@v2.16.2';
const SOURCE = join(ROOT, 'docker');
const VARIANTS = [['compose.yaml'], ['compose.yaml', 'compose.tls.yaml']];

const parser = goProgram('compose-go', PARSER);
const folder = mkdtempSync(join(tmpdir(), 'gw-compose-'));
for (const name of readdirSync(SOURCE).filter((file) => file.endsWith('.yaml'))) {
  writeFileSync(join(folder, name), filled(readFileSync(join(SOURCE, name), 'utf8')));
}
for (const files of VARIANTS) {
  const project = JSON.parse(output(parser, ['-format', 'json', ...files], { cwd: folder }));
  const { api, ...others } = project.services;
  const isBehindProxy = files.length > 1;
  if (api.deploy.replicas !== 2) fail(`${files.join(' + ')}: one replica is no plural`);
  if ((api.ports?.length ?? 0) > 0 === isBehindProxy)
    fail(`${files.join(' + ')}: the ports of api`);
  process.stdout.write(`${files.join(' + ')}: api, ${Object.keys(others).toSorted().join(', ')}\n`);
}
process.stdout.write(`${VARIANTS.length} passed, 0 failed\n`);

/** Its parser takes no variables: a default is its own value, and one that has to be given is some text. */
function filled(text) {
  return text.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1').replaceAll(/\$\{\w+(:\?[^}]*)?\}/g, 'given');
}
