import { findingOf, type Finding } from '../../kinds.js';
import { judgeSecret } from './judge-value.js';
import { isPlaceholder, isReference } from './placeholders.js';
import { readValue, type WrittenValue } from './values.js';
import type { WordMatcher } from './word-index.js';

const COMMAND_CHARS_MAX = 512;
const PASSWORD_CHARS_MIN = 4;

/** `curl -u user:password`. */
const USER = /[ \t](?:-u|--user)[ =]{1,2}["']?([^\s:"'$]{0,64}):/;
/** `sshpass -p password`, with or without a blank. */
const SSHPASS = /^[ \t]{1,2}-p[ ]?/;
/** Options of clients that take a password: `mysql -pPassword`, `docker login -p password`, `redis-cli -a password`. */
const MYSQL = /[ \t](?:-p|--password=)(?=[^\s-])/;
const LOGIN = /^[ \t]{1,2}login[^\n|;]{0,200}?[ \t](?:-p|--password)[ =]/;
const REDIS = /^[^\n|;]{0,200}?[ \t](?:-a|--pass)[ =]/;
const BEARER = /^[ \t]{1,2}(?=[\w"'])/;
const KUBERNETES = /^["']?:[ \t]{0,4}["']?Secret\b/;
const DATA = /\n([ \t]*)(?:data|stringData):[ \t]*\n/;
const MEMBER = /^([ \t]*)[\w.-]{1,80}:[ \t]*(\S[^\n]{0,400})$/;
const MEMBERS_MAX = 64;
const MANIFEST_CHARS_MAX = 4_096;

type Find = WordMatcher['find'];

/** Runs `find` behind a word, with what stands there, up to the next such word. */
function behind(
  word: string,
  chars: number,
  find: (rest: string, at: number, findings: Finding[]) => void,
): WordMatcher {
  const findHere: Find = (text, at, findings) => {
    if (text.slice(at, at + word.length).toLowerCase() !== word) return;
    const from = at + word.length;
    const window = text.slice(from, from + chars);
    const next = window.indexOf(word);
    find(next < 0 ? window : window.slice(0, next), from, findings);
  };
  return { prefixes: [word], find: findHere };
}

const push = (value: WrittenValue, findings: Finding[], score: number): void => {
  if (value.text.length < PASSWORD_CHARS_MIN || isPlaceholder(value.text)) return;
  if (!value.isQuoted && isReference(value.text)) return;
  findings.push(findingOf('password', value.start, value.end, { score, evidence: 'cue' }));
};

/** The password behind an option of a command. */
function behindOption(command: string, option: RegExp): WordMatcher {
  return behind(command, COMMAND_CHARS_MAX, (rest, at, findings) => {
    const found = option.exec(rest);
    const value = found && moved(readValue(rest, found.index + found[0].length), at);
    if (value) push(value, findings, 0.8);
  });
}

/** Commands and manifests whose secrets have no name beside them. */
export const COMMANDS: readonly WordMatcher[] = [
  behindOption('curl', USER),
  behindOption('sshpass', SSHPASS),
  behindOption('mysql', MYSQL),
  behindOption('docker', LOGIN),
  behindOption('redis-cli', REDIS),
  behind('bearer', COMMAND_CHARS_MAX, (rest, at, findings) => {
    const blank = BEARER.exec(rest);
    const value = blank && moved(readValue(rest, blank[0].length), at);
    const finding = value && judgeSecret(value);
    if (finding) findings.push(finding);
  }),
  behind('kind', MANIFEST_CHARS_MAX, findManifest),
];

/** A secret of Kubernetes: whatever stands under `data` and `stringData`. */
function findManifest(rest: string, at: number, findings: Finding[]): void {
  if (!KUBERNETES.test(rest)) return;
  const document = rest.split(/\n---/, 1)[0] ?? '';
  const data = DATA.exec(document);
  if (!data) return;
  const indent = data[1]?.length ?? 0;
  let from = data.index + data[0].length;
  for (const line of document.slice(from).split('\n', MEMBERS_MAX)) {
    const member = MEMBER.exec(line);
    if (!member || (member[1] ?? '').length <= indent) break;
    const valueAt = from + line.length - (member[2] ?? '').length;
    const value = moved(readValue(rest, valueAt), at);
    if (value && value.text.length >= PASSWORD_CHARS_MIN && !isPlaceholder(value.text)) {
      const grounds = { score: 0.8, evidence: 'cue', subtype: 'kubernetes' } as const;
      findings.push(findingOf('generic_secret', value.start, value.end, grounds));
    }
    from += line.length + 1;
  }
}

const moved = (value: WrittenValue | undefined, by: number): WrittenValue | undefined =>
  value && { ...value, start: value.start + by, end: value.end + by };
