import 'reflect-metadata';
import { explain } from '#platform';
import { COMMANDS } from './commands.js';
import { UsageError } from './usage-error.js';

/** `gw <command> …`. Exit codes: 0 good, 1 found something wrong, 2 could not be run as asked. */
const words = process.argv.slice(2);
const command = COMMANDS.find(({ name }) => name.every((word, place) => words[place] === word));

if (!command) {
  process.stdout.write(help());
  process.exitCode = words.length === 0 || words[0] === 'help' || words[0] === '--help' ? 0 : 2;
} else {
  try {
    process.exitCode = await command.run(words.slice(command.name.length));
  } catch (fault) {
    process.stderr.write(`${isUsage(fault) ? fault.message : explain(fault)}\n`);
    if (isUsage(fault)) process.stderr.write(`Usage: gw ${command.usage}\n`);
    process.exitCode = 2;
  }
}

/** Ours, or what Node says of an option that there is not. */
function isUsage(fault: unknown): fault is Error {
  const { code } = fault as { readonly code?: unknown };
  return fault instanceof UsageError || String(code).startsWith('ERR_PARSE_ARGS');
}

function help(): string {
  const width = Math.max(...COMMANDS.map(({ usage }) => usage.length));
  const lines = COMMANDS.map(({ usage, about }) => `  gw ${usage.padEnd(width)}  ${about}`);
  return `The gateway's command line.\n\n${lines.join('\n')}\n`;
}
