import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { filesIn } from '../../support/files-in.js';
import { judge } from '../judge.js';
import { benignSample, type Sample } from '../sample.js';
import { HEADER, lineOf, type Section } from './section.js';

/** Values of what attacks leave open: who signs, who is spoken to, and what tools are told. */
const FILLED: Readonly<Record<string, string>> = {
  user: 'Emma Johnson',
  model: 'GPT-4',
  task: 'the task',
  tools: 'You should use the tool that fits.',
  prefix: '',
  suffix: '',
};

/**
 * AgentDojo: goals of attackers, in each wrapper that its attacks put around them.
 * @param folder a clone of github.com/ethz-spylab/agentdojo
 */
export function evaluateAgentdojo(folder: string): readonly Section[] {
  const source = join(folder, 'src', 'agentdojo');
  const goals = goalsOf(join(source, 'default_suites'));
  const benign = judge(environmentsOf(join(source, 'data', 'suites')));
  const wrappers = [
    { name: 'the goal alone', text: '{goal}' },
    ...wrappersOf(join(source, 'attacks')),
  ];
  return [
    {
      title: 'AgentDojo',
      how: `${goals.length} goals of attackers, each in the wrappers of its attacks, without a context; benign are the entries of its mailboxes, files and pages.`,
      lines: [
        HEADER,
        ...wrappers.map(({ name, text }) =>
          lineOf(name, [...judge(goals.map((goal) => wrapped(name, text, goal))), ...benign]),
        ),
      ],
    },
  ];
}

const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

function wrapped(name: string, wrapper: string, goal: string): Sample {
  const text = filled(wrapper, { ...FILLED, goal });
  return {
    id: `${name}: ${goal}`,
    text,
    language: 'en',
    planted: { kind: null, isHard: false, start: 0, end: text.length },
  };
}

/** A literal of Python, of several lines or of one; some stand beside each other and so are one. */
const LITERAL = /[fr]?(?:"""([\s\S]*?)"""|("(?:[^"\\\n]|\\.)*"))/g;
const LITERALS = new RegExp(`(?:${LITERAL.source}\\s*)+`, 'g');
const DOCSTRING = /^\s*"""[\s\S]*?"""/gm;

const valueOf = (literals: string): string =>
  [...literals.matchAll(LITERAL)]
    .map(([, lines, line = '""']) => lines ?? (JSON.parse(line) as string))
    .join('');

const CONSTANT = new RegExp(`^ *(\\w+) = (${LITERAL.source})$`, 'gm');
const GOAL = new RegExp(`\\bGOAL = \\(?\\s*(${LITERALS.source})`, 'g');

/** Goals of suites, with the constants that stand in them; each once, as later versions repeat them. */
function goalsOf(suites: string): readonly string[] {
  const goals = filesIn(suites, (name) => name.endsWith('injection_tasks.py')).flatMap((path) => {
    const text = readFileSync(path, 'utf8');
    const constants = Object.fromEntries(
      [...text.matchAll(CONSTANT)].map(([, name = '', value = '']) => [name, valueOf(value)]),
    );
    return [...text.matchAll(GOAL)].map(([, value = '']) => filled(valueOf(value), constants));
  });
  return [...new Set(goals)];
}

/** Named by the class that they stand in. */
const wrappersOf = (attacks: string): readonly { readonly name: string; readonly text: string }[] =>
  filesIn(attacks, (name) => name.endsWith('_attacks.py')).flatMap((path) => {
    const text = readFileSync(path, 'utf8').replaceAll(DOCSTRING, '');
    return [...text.matchAll(LITERALS)]
      .filter(([literals]) => literals.includes('{goal}'))
      .map(({ 0: literals, index }) => ({
        name: [...text.slice(0, index).matchAll(/^class (\w+)/gm)].at(-1)?.[1] ?? basename(path),
        text: valueOf(literals),
      }));
  });

/** Entries of a list, as they stand in the file; what attacks replace is taken out. */
const environmentsOf = (suites: string): readonly Sample[] =>
  filesIn(suites, (name) => name.endsWith('.yaml')).flatMap((path) =>
    readFileSync(path, 'utf8')
      .split(/\n(?=\s*- )/)
      .map((text, at) =>
        benignSample(`${basename(dirname(path))} ${basename(path)} ${at}`, filled(text, FILLED)),
      ),
  );
