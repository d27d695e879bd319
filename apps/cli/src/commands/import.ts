import { readFile, writeFile } from 'node:fs/promises';
import { basename, isAbsolute, parse } from 'node:path';
import { parseArgs } from 'node:util';
import { counted, SystemEntropy } from '#kernel';
import { loadConfig } from '#platform';
import { FAMILIES } from '#providers';
import { readSettingsFile, SettingsFault } from '#workloads';
import { Draft, nameOf } from '../switching/draft.js';
import { readBifrost } from '../switching/read-bifrost.js';
import { readLitellm } from '../switching/read-litellm.js';
import { readOpenrouter } from '../switching/read-openrouter.js';
import { readPortkey } from '../switching/read-portkey.js';
import { writeReport } from '../switching/write-report.js';
import { writeSettings } from '../switching/write-settings.js';
import { UsageError } from '../usage-error.js';
import { print } from '../with-instance.js';

const SECRET_FILE = 0o600;
const SOURCES = ['litellm', 'portkey', 'bifrost', 'openrouter'] as const;
type Source = (typeof SOURCES)[number];

/** Settings of another gateway as a settings file of this one, with what did not fit and new keys. */
export async function importSettings(args: readonly string[]): Promise<number> {
  const { source, file, keys, out, organisation, sandbox } = readAsked(args);
  const environment = loadConfig();
  const draft = new Draft(new SystemEntropy(), (name) => environment.secretOf(name));
  const text = await readFile(file, 'utf8');
  const keyList = keys === undefined ? null : await readFile(keys, 'utf8');
  try {
    read(source, text, keyList, nameOf(parse(file).name), draft);
  } catch (fault) {
    if (!(fault instanceof SyntaxError) && (fault as Error).name !== 'YAMLParseError') throw fault;
    print(`${file} is no ${source === 'litellm' ? 'YAML' : 'JSON'}.`);
    return 1;
  }
  if (draft.providers.length === 0) {
    print(`${file} names no provider that there is here. Is it a file of ${source}?`);
    draft.leftOut.forEach(({ path, text: why }) => print(`- ${path}: ${why}`));
    return 1;
  }
  const settings = writeSettings(draft, { organisation, sandbox });
  const written = { settings: `${out}.yaml`, variables: `${out}.env`, report: `${out}.md` };
  await write(written.settings, settings);
  await write(written.variables, variablesOf(draft), SECRET_FILE);
  await write(written.report, writeReport(draft, basename(file)));
  printDone(draft, written, sandbox);
  return findFaults(settings, written.settings);
}

function readAsked(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      keys: { type: 'string' },
      out: { type: 'string', default: 'gateway' },
      organisation: { type: 'string', default: 'My organisation' },
      sandbox: { type: 'string' },
    },
  });
  const [source, file, ...more] = positionals;
  if (!isSource(source)) throw new UsageError(`Of which gateway? There are ${SOURCES.join(', ')}.`);
  if (file === undefined || more.length > 0) throw new UsageError('Which file?');
  if (values.keys !== undefined && source !== 'litellm') {
    throw new UsageError(`--keys: a file of ${source} has its keys within.`);
  }
  if (values.sandbox !== undefined && !URL.canParse(values.sandbox)) {
    throw new UsageError(`--sandbox: ${values.sandbox} is no address.`);
  }
  return { source, file, ...values };
}

const isSource = (text: string | undefined): text is Source =>
  SOURCES.some((source) => source === text);

function read(source: Source, text: string, keys: string | null, name: string, draft: Draft): void {
  switch (source) {
    case 'litellm':
      return readLitellm(text, keys, draft);
    case 'portkey':
      return readPortkey(text, name, draft);
    case 'bifrost':
      return readBifrost(text, draft);
    case 'openrouter':
      return readOpenrouter(text, draft);
  }
}

/** What is there already may be somebody's work. */
async function write(path: string, text: string, mode?: number): Promise<void> {
  try {
    await writeFile(path, text, { flag: 'wx', ...(mode !== undefined && { mode }) });
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'EEXIST') throw fault;
    throw new UsageError(`${path} is there already. Move it away, or name others with --out.`);
  }
}

/** As a shell reads it. */
const variablesOf = ({ variables }: Draft): string =>
  [...variables]
    .map(([name, value]) =>
      value === null ? `# ${name}=\n` : `${name}='${value.replaceAll("'", `'\\''`)}'\n`,
    )
    .join('');

function printDone(
  { changed, leftOut, variables }: Draft,
  {
    settings,
    variables: file,
    report,
  }: Readonly<Record<'settings' | 'variables' | 'report', string>>,
  sandbox: string | undefined,
): void {
  print(`${settings}  the settings file`);
  print(
    `${file}   new keys of clients, and keys of providers that stood in the file; keep it secret`,
  );
  print(
    `${report}    ${counted(changed.length, 'setting')} another way here, ${leftOut.length} left out, each with why`,
  );
  const missing = [...variables.values()].filter((value) => value === null).length;
  if (missing > 0)
    print(`\nSet what ${file} names and does not know: ${counted(missing, 'variable')}.`);
  if (sandbox !== undefined) print(`\nStart the sandbox in another shell: npm run sandbox`);
  // A shell looks for a bare name in its path.
  const sourced = isAbsolute(file) ? file : `./${file}`;
  print(`\nStart: set -a; . ${sourced}; set +a; GW_CONFIG_FILE=${settings} npm start`);
}

function findFaults(settings: string, path: string): number {
  try {
    readSettingsFile(settings, FAMILIES);
    return 0;
  } catch (fault) {
    if (!(fault instanceof SettingsFault)) throw fault;
    print(`\n${path} cannot be used before this is mended:`);
    fault.faults.forEach((one) => print(`- ${one}`));
    return 1;
  }
}
