import 'reflect-metadata';
import { SystemClock } from '#kernel';
import { explain, VERSION } from '#platform';
import { COMMANDS, type Command } from './commands.js';
import { UsageError } from './usage-error.js';

const AWAKE_MS = 7 * 86_400_000; // Longer than any command takes.

/** `gw <command> …`. Exit codes: 0 good, 1 found something wrong, 2 could not be run as asked. */
const given = process.argv.slice(2);
const isHelp = (word: string): boolean => word === '--help' || word === '-h';
const asksForHelp = given[0] === 'help' || given.some(isHelp);
const words = given[0] === 'help' ? given.slice(1) : given;
const command = COMMANDS.find(({ name }) => name.every((word, place) => words[place] === word));
/** Those that begin with what was said, as `audit` does; all of them where nothing was. */
const [first] = words.filter((word) => !isHelp(word));
const named = first === undefined ? COMMANDS : COMMANDS.filter(({ name }) => name[0] === first);

if (command && asksForHelp) {
  // Before anything is run: `gw migrate --help` must not migrate.
  process.stdout.write(explained(command));
  process.exitCode = 0;
} else if (words.length === 1 && words[0] === '--version') {
  process.stdout.write(`gw ${VERSION}\n`);
  process.exitCode = 0;
} else if (!command) {
  const isUnknown = words.length > 0 && (!asksForHelp || named.length === 0);
  if (isUnknown) process.stderr.write(`There is no command ${words.join(' ')}.\n`);
  process.stdout.write(help(named.length > 0 ? named : COMMANDS));
  process.exitCode = isUnknown ? 2 : 0;
} else if (command.takesNothing && words.length > command.name.length) {
  process.stderr.write(
    `${command.name.join(' ')} takes no arguments.\nUsage: gw ${command.usage}\n`,
  );
  process.exitCode = 2;
} else {
  // The process of a model keeps nobody alive who waits for it.
  const over = new AbortController();
  void new SystemClock().sleep(AWAKE_MS, over.signal);
  try {
    process.exitCode = await command.run(words.slice(command.name.length));
  } catch (fault) {
    process.stderr.write(`${isUsage(fault) ? fault.message : explain(fault)}\n`);
    if (isUsage(fault)) process.stderr.write(`Usage: gw ${command.usage}\n`);
    process.exitCode = 2;
  } finally {
    over.abort();
  }
}

/** Ours, or what Node says of an option that there is not. */
function isUsage(fault: unknown): fault is Error {
  const { code } = fault as { readonly code?: unknown };
  return fault instanceof UsageError || String(code).startsWith('ERR_PARSE_ARGS');
}

function help(commands: readonly Command[]): string {
  const lines = inColumns(commands.map(({ name, about }) => [`gw ${name.join(' ')}`, about]));
  return `The gateway's command line.\n\n${lines}\ngw <command> --help explains its options; gw --version tells the release.\n`;
}

function explained({ usage, about, options = [] }: Command): string {
  return `gw ${usage}\n\n${about}\n${options.length > 0 ? `\n${inColumns(options)}` : ''}`;
}

function inColumns(rows: readonly (readonly [name: string, about: string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, about]) => `  ${name.padEnd(width)}  ${about}\n`).join('');
}
