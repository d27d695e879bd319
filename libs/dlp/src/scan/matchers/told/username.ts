import { findingOf, type Finding } from '../../../kinds.js';
import { isMember, isPlaceholder } from '../../secrets/placeholders.js';
import type { WordMatcher } from '../../secrets/word-index.js';
import { labelled, type Labelled } from './labelled.js';

/** Letters, digits, dots and dashes, and neither a call nor the first word of a sentence. */
const ACCOUNT =
  /(?!\p{L}{1,32}[ \t]{1,4}\p{L})@?[\p{L}\d](?:[\p{L}\d_-]|[.+](?=[\p{L}\d])){1,31}(?![\p{L}\d_@([{<]|[.-][\p{L}\d])/uy;
const HANDLE = /@?[A-Za-z\d_](?:[\w-]|\.(?=\w)){1,31}(?![\w@([{<])/y;

/** Accounts of machines and of nobody, types of programs, and what roles are called in conversations. */
const NOBODY: ReadonlySet<string> = new Set(
  (
    'root admin administrator guest nobody anonymous system daemon www www-data postgres mysql redis node app runner ' +
    'ubuntu debian ec2-user vagrant pi git jenkins travis circleci default public shared all everyone none null nil ' +
    'true false undefined string number int integer str text varchar char object any user username login name id ' +
    'email required optional assistant tool function developer model bot service share signup home about explore ' +
    'settings help features pricing search topics orgs company companies school in intent hashtag watch groups pages ' +
    'the a an is not and or der die das ist nicht le la les est el los es il lo un una'
  ).split(' '),
);
/** `UnprivilegedUser`, a type. */
const TYPE = /^[A-Z][a-z\d]+(?:[A-Z][a-z\d]*)+$/;
const isNobody = (value: string): boolean =>
  TYPE.test(value) ||
  NOBODY.has(value.replace('@', '').toLowerCase()) ||
  /^\d{1,5}$/.test(value) ||
  isPlaceholder(value) ||
  isMember(value);

export const USERNAMES: readonly Labelled[] = [
  {
    kind: 'username',
    labels:
      'user,user name,user id,user login,login,login name,logon,account name,screen name,nick,nickname,benutzer,benutzername,benutzerkennung,anmeldename,utilisateur,nom d utilisateur,identifiant,pseudo,usuario,nombre de usuario,utente,nome utente,utilizador,nome de utilizador,użytkownik,nazwa użytkownika,gebruiker,gebruikersnaam,användare,användarnamn,bruker,brukernavn,brugernavn,käyttäjä,käyttäjätunnus,käyttäjänimi,uživatel,uživatelské jméno,používateľ,používateľské meno,felhasználó,felhasználónév,utilizator,nume de utilizator,korisnik,korisničko ime,uporabnik,uporabniško ime,kasutaja,kasutajanimi,lietotājs,lietotājvārds,vartotojas,vartotojo vardas,χρήστης,όνομα χρήστη,потребител,потребителско име',
    value: ACCOUNT,
    score: 0.6,
    isNone: isNobody,
  },
  {
    kind: 'username',
    subtype: 'handle',
    labels:
      'twitter,instagram,insta,telegram,tiktok,github,gitlab,mastodon,linkedin,skype,discord,snapchat,threads,bluesky,reddit,twitch,steam,handle',
    value: HANDLE,
    score: 0.6,
    isNone: isNobody,
  },
];

const NAME = String.raw`([\p{L}\d_](?:[\p{L}\d_-]|\.(?=[\p{L}\d])){1,31})(?![\p{L}\d_@([{<])`;
/** By what the word begins with; the person stands in the group. */
const PLACES: Readonly<Record<string, readonly [subtype: string, pattern: RegExp]>> = {
  home: ['home_directory', new RegExp(String.raw`home[\\/]{1,4}${NAME}`, 'uy')],
  users: ['home_directory', new RegExp(String.raw`users[\\/]{1,4}${NAME}`, 'iuy')],
  'linkedin.com': ['profile', new RegExp(String.raw`linkedin\.com\/in\/${NAME}`, 'iuy')],
  'facebook.com': ['profile', new RegExp(String.raw`facebook\.com\/${NAME}`, 'iuy')],
  'instagram.com': ['profile', new RegExp(String.raw`instagram\.com\/${NAME}`, 'iuy')],
  'twitter.com': ['profile', new RegExp(String.raw`twitter\.com\/${NAME}`, 'iuy')],
  'xing.com': ['profile', new RegExp(String.raw`xing\.com\/profile\/${NAME}`, 'iuy')],
  'github.com': ['profile', new RegExp(String.raw`github\.com\/${NAME}(?=[\s"')\],.;]|$)`, 'iuy')],
  'tiktok.com': ['profile', new RegExp(String.raw`tiktok\.com\/@${NAME}`, 'iuy')],
};

/** `/home/jdoe/notes.txt`, `C:\Users\jdoe`, `linkedin.com/in/jane-doe`. */
const placed = ([word, [subtype, pattern]]: [string, (typeof PLACES)[string]]): WordMatcher => ({
  prefixes: [word],
  find(text, at, findings: Finding[]) {
    if (subtype === 'home_directory' && !/[\\/]/.test(text.charAt(at - 1))) return;
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    const name = found?.[1];
    if (name === undefined || isNobody(name)) return;
    const grounds = { score: 0.7, evidence: 'structure', subtype } as const;
    findings.push(
      findingOf('username', pattern.lastIndex - name.length, pattern.lastIndex, grounds),
    );
  },
});

/** Names of accounts, told by a word for them or by the place that they stand in. */
export const USERNAME_WORDS: readonly WordMatcher[] = [
  ...USERNAMES.flatMap(labelled),
  ...Object.entries(PLACES).map(placed),
];
