import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { SANDBOX_FAMILY } from '#call';
import { aPdf } from '../../../libs/documents/src/testing/a-pdf.js';
import { aDocx } from '../../../libs/documents/src/testing/office-files.js';
import { AdminClient } from '../../support/admin.js';
import { ensureBuilt, ROOT } from '../../support/build.js';
import { JOB_MS_MAX, settled } from '../../support/document-jobs.js';
import { startGateway } from '../../support/gateway.js';
import { isRun, patternOf, SNIPPETS, type Snippet } from '../../support/snippets.js';

vi.setConfig({ testTimeout: 180_000 }); // Children are started for the first document.

/**
 * The commands of each page, one after the other in one shell, as somebody pastes them who has a gateway, its key and
 * the files that they name. `curl` fails where it is refused, unless the page
 * shows a refusal, and `npx gw` is the built command line.
 */
const MODELS = [
  { id: 'small', price: 'free' },
  { id: 'text-embedding-3-small', price: 'free' },
];
const gateway = await startGateway(
  {
    organisation: { name: 'Example', protection: { mode: 'tokenize' } },
    sandbox: { family: SANDBOX_FAMILY },
    providers: [
      { name: 'openai', family: 'openai', models: MODELS },
      { name: 'office', family: 'mcp', base_url: '/mcp', models: [] },
    ],
  },
  { managedBy: 'console', env: { GW_OUTBOUND_HOSTS: '127.0.0.1' } },
);
const owner = await AdminClient.setUp(gateway);
const made = await owner.post('/tokens', { name: 'ci', role: 'admin' });
const { token } = made.json<{ token: string }>();
afterAll(() => settled(gateway), JOB_MS_MAX); // What was begun ends by itself.

const LINES = [{ text: 'Please write to ann.miller@example.org about the boats.', y: 700 }];
const CONTRACT = { body: ['The Blue Heron of ann.miller@example.org'], elsewhere: 'Depot' };
const REQUEST = { model: 'openai/gpt-4o', messages: [{ role: 'user', content: 'Hello' }] };
const LITELLM = `
model_list:
  - model_name: gpt-4o
    litellm_params: { model: openai/gpt-4o, api_key: os.environ/OPENAI_API_KEY }
`;
const PORTKEY = {
  strategy: { mode: 'fallback' },
  targets: [{ provider: 'openai', api_key: 'sk-typed', override_params: { model: 'gpt-4o' } }],
};
const BIFROST = {
  providers: { openai: { keys: [{ name: 'a', value: 'env.OPENAI_API_KEY', models: ['gpt-4o'] }] } },
};
const PRICES = {
  small: { litellm_provider: 'openai', input_cost_per_token: 1e-6, output_cost_per_token: 2e-6 },
};
const OF_A_GATEWAY = { '.gateway/first-run.json': JSON.stringify({ api_key: gateway.key() }) };

/** What somebody has who reads a page. */
const FILES: Readonly<Record<string, Readonly<Record<string, string | Uint8Array>>>> = {
  'README.md': OF_A_GATEWAY,
  'docs/quick-start.md': OF_A_GATEWAY,
  'docs/guides/curl.md': OF_A_GATEWAY,
  'docs/documents.md': { 'letter.pdf': aPdf([LINES]), 'contract.docx': aDocx(CONTRACT) },
  'docs/admin-api.md': {
    'admin-token.txt': token,
    'gateway.yaml':
      'apiVersion: gw/v1\norganisation: { name: Example }\nworkloads: [{ name: default, rpm: 6000 }]\n',
  },
  'docs/running.md': { 'prices.json': JSON.stringify(PRICES) },
  'docs/switching.md': {
    'config.yaml': LITELLM,
    'keys.json': JSON.stringify({ keys: [] }),
    'support-bot.json': JSON.stringify(PORTKEY),
    'config.json': JSON.stringify(BIFROST),
    'request.json': JSON.stringify(REQUEST),
  },
};
/** Pages about the source are read in a checkout. */
const IN_CHECKOUT = new Set(['docs/architecture.md']);
/** Between two blocks: an import writes nothing over. */
const BETWEEN: Readonly<Record<string, string>> = { 'docs/switching.md': 'rm -f gateway.*\n' };

const CLI = join(ROOT, 'dist', 'apps', 'cli', 'src', 'main.js');
const SHIMS = {
  npx: `test "$1" = gw || exit 127\nshift\nexec "${process.execPath}" "${CLI}" "$@"`,
  curl: 'PATH=${PATH#*:} exec curl -sS $REFUSES "$@"',
  node: `exec "${process.execPath}" "$@"`,
};
let root: string;

beforeAll(async () => {
  await ensureBuilt();
  root = await mkdtemp(join(tmpdir(), 'gw-shell-'));
  await mkdir(join(root, 'bin'));
  for (const [name, text] of Object.entries(SHIMS)) {
    const file = join(root, 'bin', name);
    await writeFile(file, `#!/bin/sh\n${text}\n`);
    await chmod(file, 0o755);
  }
});
afterAll(() => rm(root, { recursive: true }));

const END = '\u001E'; // Parts what the blocks of a page print.
const pages = Map.groupBy(
  SNIPPETS.filter((one) => one.language === 'sh' && isRun(one)),
  ({ page }) => page,
);

async function folderOf(page: string): Promise<string> {
  const folder = await mkdtemp(join(root, 'page-'));
  const shown = SNIPPETS.flatMap(({ page: its, file, text }) =>
    its === page && file !== undefined ? [[file, text] as const] : [],
  );
  for (const [name, content] of [...Object.entries(FILES[page] ?? {}), ...shown]) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

async function printedBy(page: string, blocks: readonly Snippet[]): Promise<string[]> {
  const folder = await folderOf(page);
  const commands = blocks
    .map(({ text, output }) => {
      const refuses = output?.startsWith('HTTP/1.1 4') ? '' : '--fail-with-body';
      return `export REFUSES=${refuses}\n${text.replaceAll('http://127.0.0.1:8080', gateway.url)}`;
    })
    .join(`printf '${END}'\n${BETWEEN[page] ?? ''}`);
  const env = {
    PATH: `${join(root, 'bin')}:${process.env['PATH']}`,
    HOME: folder,
    API_KEY: gateway.key(),
    GW_ADMIN_TOKEN: token,
    DATABASE_URL: gateway.database.url,
    GW_MASTER_KEY: 'ab'.repeat(32),
    GW_DATA_DIR: folder,
    OPENAI_API_KEY: 'sk-of-somebody',
  };
  const cwd = IN_CHECKOUT.has(page) ? ROOT : folder;
  const shell = promisify(execFile)('bash', ['-c', `set -e\n${commands}`], { cwd, env });
  const { stdout } = await shell.catch((fault: { stdout: string; stderr: string }) => {
    throw new Error(`${page}:\n${fault.stdout}\n${fault.stderr}`);
  });
  return stdout.split(END);
}

it.each([...pages])('the commands of %s work as they stand there', async (page, blocks) => {
  const printed = await printedBy(page, blocks);
  for (const [place, { output, line }] of blocks.entries()) {
    if (output !== undefined) expect(printed[place], `line ${line}`).toMatch(patternOf(output));
  }
});
