import type { Finding } from '../../kinds.js';
import { foldedAt } from '../fold.js';
import { COMMANDS } from './commands.js';
import { judgeSpoken, type Saying } from './judge-spoken.js';
import { isWordCode } from './shape.js';
import { readValue } from './values.js';
import type { WordMatcher } from './word-index.js';

const PASSWORDS = (
  'password,passwd,passphrase,passcode,pwd,pw,passwort,kennwort,mot de passe,mdp,contraseña,contrasena,clave,' +
  'senha,palavra-passe,hasło,haslo,wachtwoord,lösenord,lösenordet,adgangskode,adgangskoden,kodeord,passord,' +
  'passordet,salasana,salasanasi,heslo,jelszó,jelszava,parola,parolă,lozinka,zaporka,geslo,парола,пароль,' +
  'κωδικός,κωδικος,şifre,sifre,slaptažodis,parool,parole'
).split(',');

const KEYS = (
  'api key,api-key,apikey,access token,auth token,bearer token,token,secret key,access key,client secret,secret,' +
  "api-schlüssel,zugangstoken,zugriffstoken,clé api,clé d'api,clé d’api,clé secrète,jeton,clave api,clave de api," +
  'llave,chiave api,chiave segreta,chave de api,chave secreta,klucz api,klíč,kľúč,api-nyckel,api-nøgle,' +
  'api-sleutel,api-avain'
).split(',');

/** Words between the noun and the verb: `the password for the database server is …`. */
const BETWEEN = `(?:[ \\t]+[\\p{L}\\p{N}'’()@._/-]{1,24}){0,5}?`;
/** Verbs that say what something is, in the languages of the nouns. */
const CLEAR =
  'is|was|ist|war|lautet|est|était|es|era|è|é|jest|brzmi|är|este|είναι|yra|will be|wird|sera|será|sarà|set to|changed to|reset to';
/** Also words of other meanings. */
const VAGUE = 'are|to|er|je|on|e|е|ir|as|auf|à|a|en|su|na|–|—|-|->|→|=>';
const FILLERS =
  'now|currently|still|set to|changed to|been changed to|been set to|jetzt|nun|aktuell|weiterhin|ahora|maintenant|désormais|toujours|ora|adesso|agora|nu|teraz|nyní|acum|τώρα';
const VERB = new RegExp(
  `${BETWEEN}[ \\t]+(?:(${CLEAR})|(?:${VAGUE}))(?:[ \\t]+(?:${FILLERS}))?[ \\t]*:?[ \\t]+(?=\\S)`,
  'iuy',
);
const BLANKS = /[ \t]{1,4}(?=\S)/y;
/** Of several words: read whole, so that `mot de passe : …` is found behind its last word. */
const COLON = /[ \t\u00a0\u202f]{0,2}[:=][ \t]{0,4}(?=\S)/y;

/** A secret that a sentence or a command tells: `the password is …`, `--token …`, `curl -u user:…`. */
export const SPOKEN_SECRETS: readonly WordMatcher[] = [
  ...PASSWORDS.map((noun) => spokenBehind(noun, 'password')),
  ...KEYS.map((noun) => spokenBehind(noun, 'generic_secret')),
  ...COMMANDS,
];

function spokenBehind(noun: string, kind: Saying['kind']): WordMatcher {
  const words = noun.split(/[\s-]/);
  const find = (text: string, at: number, findings: Finding[]): void => {
    const end = endOfNoun(text, at, noun);
    if (end < 0) return;
    const saying = readSaying(text, at, end, kind, words);
    const value = saying && readValue(text, saying.valueAt);
    const finding = saying && value && judgeSpoken(value, saying);
    if (finding) findings.push(finding);
  };
  return { prefixes: [noun], find };
}

/** Behind the noun, if it stands there whole. */
function endOfNoun(text: string, at: number, noun: string): number {
  for (let index = 0; index < noun.length; index++) {
    const code = foldedAt(text, at + index);
    if (
      code !== noun.charCodeAt(index) &&
      String.fromCharCode(code).toLowerCase() !== noun[index]
    ) {
      return -1;
    }
  }
  const end = at + noun.length;
  return end < text.length && !isWordCode(foldedAt(text, end)) ? end : -1;
}

function readSaying(
  text: string,
  at: number,
  end: number,
  kind: Saying['kind'],
  words: readonly string[],
): Saying | undefined {
  const isOption = text[at - 1] === '-';
  VERB.lastIndex = end;
  const verb = isOption ? null : VERB.exec(text);
  if (verb) {
    return {
      kind,
      valueAt: VERB.lastIndex,
      manner: verb[1] === undefined ? 'vague' : 'clear',
      words,
    };
  }
  COLON.lastIndex = end;
  if (words.length > 1 && COLON.test(text))
    return { kind, valueAt: COLON.lastIndex, manner: 'clear', words };
  BLANKS.lastIndex = end;
  if (!BLANKS.test(text)) return undefined;
  return { kind, valueAt: BLANKS.lastIndex, manner: isOption ? 'option' : 'vague', words };
}
