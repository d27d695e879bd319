import { ValidateBy } from 'class-validator';

/** A program of this machine that serves tools over its standard input and output. */
export interface ToolCommand {
  /** The program and its arguments; no shell reads them. */
  readonly command: readonly [string, ...string[]];
  /** All variables that it has. */
  readonly env: Readonly<Record<string, string>>;
}

export type ToolCommands = ReadonlyMap<string, ToolCommand>;

/** What the address of a tool server starts with that is such a program: its name follows. */
const SCHEME = 'stdio:';
const NAME = /^[a-z0-9][a-z0-9-]{0,62}$/;
const VARIABLE = /^[A-Za-z_]\w{0,127}$/;

/** The name of the command that an address means; undefined of any other address. */
export function commandIn(address: string | undefined): string | undefined {
  const name = address?.startsWith(SCHEME) ? address.slice(SCHEME.length) : '';
  return NAME.test(name) ? name : undefined;
}

/** What is wrong with an address of a command; undefined for a good one. */
export const commandFault = (address: string, allowed: ToolCommands): string | undefined =>
  allowed.has(commandIn(address) ?? '')
    ? undefined
    : 'GW_TOOL_COMMANDS allows no command of this name';

/** What programs need to be found, to write where they may and to know the place; nothing of the gateway's own. */
const INHERITED = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR'];

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * `{"files":{"command":["npx","server-files"],"env":{"ROOT":"/srv"}}}`. Undefined when it is not of this form.
 * @param variables of the gateway, few of which each program has as well
 */
export function readToolCommands(
  text: string,
  variables: Variables = {},
): ToolCommands | undefined {
  const said = entriesOf(parsed(text));
  const read = said?.map(
    ([name, value]) => [name, NAME.test(name) && toCommand(value, variables)] as const,
  );
  if (!read || read.some(([, command]) => !command)) return undefined;
  return new Map(read as [string, ToolCommand][]);
}

function toCommand(value: unknown, variables: Variables): ToolCommand | undefined {
  const members = entriesOf(value) ?? [];
  if (members.some(([name]) => name !== 'command' && name !== 'env')) return undefined;
  const { command, env = {} } = Object.fromEntries(members);
  const given = entriesOf(env);
  const isCommand = Array.isArray(command) && command.every(isWord) && command[0] !== '';
  if (!isCommand || command.length === 0) return undefined;
  if (!given?.every(([name, text]) => VARIABLE.test(name) && isWord(text))) return undefined;
  const inherited = INHERITED.flatMap((name) => (variables[name] ? [[name, variables[name]]] : []));
  return {
    command: command as [string, ...string[]],
    env: Object.fromEntries([...inherited, ...given]) as Record<string, string>,
  };
}

/** As a program can be given one. */
const isWord = (value: unknown): boolean => typeof value === 'string' && !value.includes('\0');

const entriesOf = (value: unknown): [string, unknown][] | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value)
    : undefined;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const IsToolCommands = (): PropertyDecorator =>
  ValidateBy({
    name: 'isToolCommands',
    validator: {
      validate: (value) => typeof value === 'string' && readToolCommands(value) !== undefined,
      defaultMessage: () =>
        'GW_TOOL_COMMANDS must be JSON as {"name":{"command":["program","argument"],"env":{"NAME":"value"}}}',
    },
  });
