import { readFile } from 'node:fs/promises';
import { sha256 } from '#kernel';
import type { SecretRef } from '../settings-file/settings-file.dto.js';

interface Named {
  readonly secret?: SecretRef;
}

interface Naming {
  readonly organisation: { readonly alerts?: { readonly webhooks: readonly Named[] } };
  readonly providers: readonly Named[];
  readonly workloads?: readonly { readonly keys: readonly Named[] }[];
}

/** All secrets that settings name. */
export function secretRefsOf({
  organisation,
  providers,
  workloads = [],
}: Naming): readonly SecretRef[] {
  const webhooks = organisation.alerts?.webhooks ?? [];
  const named = [...providers, ...webhooks, ...workloads.flatMap(({ keys }) => keys)];
  return named.flatMap(({ secret }) => secret ?? []);
}

/** The paths that settings name as `{file: path}`. */
export const secretFilesOf = (naming: Naming): readonly string[] => [
  ...new Set(secretRefsOf(naming).flatMap(({ file }) => file ?? [])),
];

/**
 * What secret files said when they were read. Compared by that alone: a mount may show other contents
 * under the same name, age and size. Digests, so that a secret is not kept once more.
 */
export class SecretFiles {
  private constructor(
    private readonly paths: readonly string[],
    private readonly said: ReadonlyMap<string, string | undefined>,
  ) {}

  static async read(paths: readonly string[]): Promise<SecretFiles> {
    return new SecretFiles(paths, await digestsOf(paths));
  }

  /** One that is empty or gone is just being written: what it said stands until it says something. */
  async haveChanged(): Promise<boolean> {
    if (this.paths.length === 0) return false;
    const now = await digestsOf(this.paths);
    return this.paths.some((path) => {
      const digest = now.get(path);
      return digest !== undefined && digest !== this.said.get(path);
    });
  }
}

async function digestsOf(paths: readonly string[]): Promise<Map<string, string | undefined>> {
  const digests = paths.map(async (path) => [path, await digestOf(path)] as const);
  return new Map(await Promise.all(digests));
}

async function digestOf(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text === '' ? undefined : sha256(text).toString('hex');
}
