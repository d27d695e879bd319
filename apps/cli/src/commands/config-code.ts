import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { counted } from '#kernel';
import { ADMIN_URL, askAdmin } from '../admin-api.js';
import { UsageError } from '../usage-error.js';
import { print } from '../with-instance.js';

interface Plan {
  readonly hash: string;
  readonly unchanged: number;
  readonly changes: readonly {
    readonly kind: string;
    readonly name: string;
    readonly action: 'create' | 'update' | 'delete';
    readonly managed_by_file: boolean;
    readonly loosens: readonly string[];
    readonly fields: readonly {
      readonly path: string;
      readonly from: string;
      readonly to: string;
    }[];
  }[];
}

/** Shows what a document would change of a running gateway. */
export async function planConfig(args: readonly string[]): Promise<number> {
  const { url, body } = await readAsked(args, false);
  const plan = await askAdmin<Plan>(url, 'config/plan', body);
  if (!plan) return 1;
  printPlan(plan);
  return 0;
}

/** Changes it, if nothing has moved since the plan. */
export async function applyConfig(args: readonly string[]): Promise<number> {
  const { url, body } = await readAsked(args, true);
  const done = await askAdmin<Record<'created' | 'updated' | 'deleted', number>>(
    url,
    'config/apply',
    body,
  );
  if (!done) return 1;
  print(`Done: ${done.created} created, ${done.updated} updated, ${done.deleted} deleted.`);
  return 0;
}

async function readAsked(args: readonly string[], applies: boolean) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      url: { type: 'string', default: ADMIN_URL },
      prune: { type: 'boolean', default: false },
      ...(applies && { plan: { type: 'string' } as const }),
    },
  });
  const [file, ...more] = positionals;
  const { plan: hash } = values as { readonly plan?: string };
  if (file === undefined || more.length > 0) throw new UsageError('Which file?');
  if (!URL.canParse(values.url)) throw new UsageError(`--url: ${values.url} is no address.`);
  if (applies && hash === undefined) {
    throw new UsageError('Which plan? --plan takes the hash that gw config plan shows.');
  }
  const body = { yaml: await readFile(file, 'utf8'), prune: values.prune, ...(hash && { hash }) };
  return { url: values.url, body };
}

const SIGNS = { create: '+', update: '~', delete: '-' } as const;

function printPlan({ changes, unchanged, hash }: Plan): void {
  for (const { kind, name, action, fields, loosens, managed_by_file: isOfFile } of changes) {
    print(`${SIGNS[action]} ${kind} ${name}${isOfFile ? ' (the settings file owns it)' : ''}`);
    if (action !== 'update') continue;
    for (const { path, from, to } of fields) print(`    ${path}: ${from} → ${to}`);
    for (const path of loosens) print(`    ! protects less: ${path}`);
  }
  if (changes.length === 0) print('Nothing would change.');
  else print(`\n${counted(changes.length, 'change')}, ${unchanged} unchanged. Plan ${hash}`);
}
