#!/usr/bin/env node
// The command line, `npx gw …`: runs the built program on the pinned runtime.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, pinnedNode, ROOT } from './install.mjs';

ensureInstalled();
ensureBuilt();
const main = join(ROOT, 'dist', 'apps', 'cli', 'src', 'main.js');
const { status } = spawnSync(pinnedNode, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exit(status ?? 1);
