import { splitWords } from './split-words.js';

/**
 * What stands in the place of a secret in documentation, templates and tests: filters for what is found, since
 * most of what looks like a secret in a text about programs is none.
 */

/** Said of a value that looks random: the examples of vendors, and the alphabet written down. */
const EXAMPLE =
  /example|placeholder|your[_-]|redacted|abcdefghij|0123456789|1234567890|deadbeef|(?!A)(.)\1{7}|(?:x{4}|\*{3}|\.{3})/i;

/** @param value of letters, digits and signs, as a key is */
export const isExample = (value: string): boolean => EXAMPLE.test(value);

/** Begins like an expression of a template, a shell or a program, or is a path or an address. */
const REFERENCE =
  /^(?:[$%#@!&*]?[{([<]|\$[A-Za-z_]|%[A-Za-z_(]|!(?:Ref|Sub|GetAtt|vault|ENCRYPTED|secret|reference|env|file)|@[A-Za-z]|\\|~?\.{0,2}\/|[A-Za-z][A-Za-z+.-]{1,12}:\/\/|<|arn:|vault:|secret:|env:|file:|ssm:|data:|op:\/\/|ENC\[|\(|\[|\{|\^)/;

/** A name of a program, with what is done to it: `config.password`, `getToken()`, `tokens[0]`, `A::B`. */
const EXPRESSION =
  /^[A-Za-z_$][\w$]*(?:(?:\.|->|::|\?\.)[A-Za-z_$][\w$]*)*(?:[([].*|(?:\.|->|::|\?\.)[A-Za-z_$][\w$]*)$/;

/** Before a member of an environment, a request or a configuration, whatever it is called. */
const SOURCE =
  /^(?:process\.env|os\.environ|os\.getenv|System\.(?:getenv|getProperty)|import\.meta|env|ENV|std::env|getenv|secrets|vars|self|this|config|settings|options|args|params|props|req|request|ctx|context|event|data|user|form|body|input|state|github|local|var|module|each)[.[(:]/;

/** Whether a value is a member of what a program knows: `request.user`. */
export const isMember = (value: string): boolean => SOURCE.test(value);

/** Whether an unquoted value is what a program computes rather than what it says. */
export const isReference = (value: string): boolean =>
  REFERENCE.test(value) || isMember(value) || EXPRESSION.test(value);

/** What also begins a quoted value that is filled in later. */
const TEMPLATE =
  /^(?:[$%#@]?[{<]|\$[A-Za-z_(]|%[sdvq@(]|%[A-Z_]+%|\[[A-Za-z _-]+\]|\(.*\)$|__[A-Z_]+__$|@@?[A-Za-z_]+@|!Ref|!vault|vault:|ENC\[|arn:|op:\/\/|ssm:|secretsmanager:)|\$\{|\{\{|#\{|<%|%\{/;

export const isTemplate = (value: string): boolean => TEMPLATE.test(value);

/** Words of which placeholders are made, types included. */
const WORDS: ReadonlySet<string> = new Set(
  (
    'a access account actual add admin administrator an and any api app application array at auth authentication authorization ' +
    'bar basic baz bearer bla blah bool boolean bytes cert certificate change changed changeit changeme char ' +
    'client code confirm correct create credential credentials current custom data database db default demo dev digest do ' +
    'dummy e empty encrypted encryption enter env environment example expired fake false field file fill fixme foo foobar for form ' +
    'from generate generated get given goes google got guest has hash hashed hello here hidden i id if in incorrect input ' +
    'insert int integer invalid is it jwt key keys letmein link local login long lorem m made make masked master me min missing ' +
    'mock my mysql name new nil no none not null number object of ok old omitted on one only option optional or org our own ' +
    'pass passcode passphrase passwd passwords password paste personal pgp phrase placeholder plain please postgres private ' +
    'prod provide provided public pw pwd put qwerty random read real redacted redis refresh removed repeat replace ' +
    'require required reset root sample secret secrets secretkey secure security see select server service session set should ' +
    'shared show signing some something ssh stage staging str strict string strong super supersecret symbol t tbd temp template temporary test tester ' +
    'testing testpass testpassword tests text that the there this to todo token tokens too true type undefined unknown unset update use user ' +
    'username users valid value varchar variable very via void want wrong was we weak with write x xx xxx y yes you your yours ' +
    'ihr dein mein passwort kennwort geheim beispiel hier votre mon motdepasse exemple ici tu su clave ejemplo aqui la tua esempio hasło twoje'
  ).split(' '),
);

const ONE_CHARACTER = /^(.)\1*$/su;

/** Blotted out, in whole or from some place on. */
const MASKED = /^(?:x{3,}|X{3,}|\*{2,}|\.{2,}|•+)|^[_-]+$|(?:x{4}|X{4}|\*{3}|\.{3}|…)$/;

/** Whether a value is nothing but words that say what belongs there, or one character over and over. */
export function isPlaceholder(value: string): boolean {
  if (ONE_CHARACTER.test(value) || isTemplate(value)) return true;
  if (MASKED.test(value)) return true;
  return splitWords(value).every((word) => WORDS.has(word) || /^\d{1,2}$/.test(word));
}
