/**
 * What secrets are called, folded (lower case, no accents): in programs, forms and letters, in the languages of the
 * European Union and those of its neighbours.
 */
const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

export const PASSWORD_WORDS = setOf(`
  password passwd passwort kennwort passphrase passcode pwd pass pw psw pswd psword pswrd psswd paswrd pword passwrd
  mdp contrasena contrasenya senha haslo hasło wachtwoord losenord heslo parola adgangskode kodeord
  passord salasana jelszo zaporka lozinka geslo парола пароль κωδικος συνθηματικο sifre
  slaptazodis parool parole pasfhocal
`);

/** Of two words and more, as they are written. */
export const PASSWORD_PHRASES = [
  'mot de passe',
  'palavra passe',
  'codice di accesso',
  'κωδικος προσβασης',
];

/** Also as a part of a longer word: `dbpassword`, `Datenbankpasswort`. */
export const PASSWORD_PART =
  /passw(?:or[dt]|d)|passphrase|kennwort|(?:db|sql|pg|redis|ssh|ldap|key|store|root|user|admin|my|smtp|ftp|mail)(?:pass|pwd)$/;

export const SECRET_NOUNS = setOf(`
  secret token apikey authtoken accesstoken credential credentials cred creds authorization auth bearer pat jwt
  sessionid jsessionid phpsessid sessiontoken
  geheimnis zugangstoken zugriffstoken jeton segreto secreto segredo geheim sekret hemlighet hemmelighed
  salaisuus tajemstvi tajomstvo titok tajna skrivnost μυστικο секрет тайна
`);

/** A name of one word that ends so. */
export const SECRET_ENDING =
  /(?:api|access|auth|secret|private|sign|signing|encryption|crypt|master|service|client|app|shared|account|license|deploy|storage|session)key$|(?:token|secret)$|(?:api|zugriffs|zugangs|geheim)schlussel$|apinyckel$|apisleutel$/;

/** A key is a secret only beside one of the qualifiers, or the name of a vendor. */
export const KEY_NOUNS = setOf(`
  key schlussel cle clave llave chiave sleutel nyckel nøkkel nøgle avain klucz klic kluc kulcs cheie kljuc chave
  κλειδι ключ anahtar raktas voti atslega
`);

export const KEY_QUALIFIERS = setOf(`
  api access secret private signing encryption auth master account shared license licence service storage client app
  deploy subscription webhook hmac aes jwt session ssh admin developer server consumer integration ingest write read
  instance stream function project bot
  zugriff zugang geheim geheimer geheime acces secrete privee prive acceso secreta accesso segreta toegang hemlig
  atkomst hemmelig adgang salainen dostepu dostepowy tajny pristupovy tajny titkos pristup tajni tajen acesso
  προσβασης μυστικο доступа секретный достъп таен
`);

/** A name with one of these says that the value is no secret. */
export const PUBLIC_WORDS = setOf(`
  public publishable pub primary foreign partition sort cache translation idempotency registry
  csrf xsrf page next continuation sync cursor pagination bos eos pad unk sep cls mask stop special design mint contract
  hash hashed digest checksum sha sha1 sha256 sha512 md5 etag fingerprint thumbprint integrity salt nonce
  author authority commit revision rev
  forgot forget reset change confirm show hide invalid wrong missing incorrect update repeat toggle lost
`);

/** What may stand behind the noun in a name of a program: `DB_PASSWORD_PROD_2`, `secret_key_base`. */
export const SUFFIX_WORDS = setOf(`
  value val str string plain plaintext text raw base64 b64 hex env prod production dev development stage staging test
  testing live sandbox old new current prev previous primary secondary default main base key access secret token
  string1 local root admin user app web db eu us de global header bearer
`);

/** What secrets are called, as it may stand in a name: with accents, and as inner words of longer ones. */
export const NOUNS: readonly string[] = [
  ...PASSWORD_WORDS,
  ...PASSWORD_PHRASES,
  ...SECRET_NOUNS,
  ...KEY_NOUNS,
  'clé',
  'lösenord',
  'klíč',
  'kľúč',
  'şifre',
  'nyckel',
  'schlussel',
  'sleutel',
];
