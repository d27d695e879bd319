/** Number first: `221B Baker Street`, `10 Downing St.`, `1600 Pennsylvania Avenue NW`. */
const ENGLISH =
  /\d{1,5}[A-Za-z]?,? (?:[NSEW]\.? )?(?:\p{Lu}[\p{L}'’.-]{1,20} |\d{1,3}(?:st|nd|rd|th) ){1,4}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Court|Ct|Boulevard|Blvd|Way|Place|Pl|Square|Sq|Terrace|Close|Crescent|Cres|Gardens|Grove|Hill|Row|Mews|Parade|Highway|Hwy|Parkway|Pkwy|Streets|Roads|Squares|Trail|Walk|Quay|Circle|Alley)\b(?! \p{Ll}{2,} \d)\.?(?: (?:NW|NE|SW|SE|N|S|E|W)\b)?/uy;

/** `12 bis, rue de la Paix`: names and particles, at most eight words. */
const FRENCH_WORDS =
  'rue|r\\.|avenue|av\\.|boulevard|bd\\.?|allées?|place|pl\\.|impasse|quai|chemin|ch\\.|passage|cours|square|' +
  'route|rte|faubourg|fbg|villa|sentier|esplanade|promenade|rond-point|chaussée|voie';
const FRENCH_WORD = FRENCH_WORDS.split('|')
  .map((word) => `[${word.charAt(0)}${word.charAt(0).toUpperCase()}]${word.slice(1)}`)
  .join('|');
const FRENCH = new RegExp(
  String.raw`\d{1,4}(?: ?(?:bis|ter|quater)\b| ?[A-Da-d]\b)?,? {1,2}(?:${FRENCH_WORD}) ` +
    String.raw`(?:(?:de|du|des|la|le|les|et|au|aux|en|sur|sous|à) |[ld]['’]|\p{Lu}[\p{L}'’.-]{0,24}[ ,]?|\d{1,2} ){1,8}`,
  'uy',
);
const ENDS_WITH_NAME = /[\p{Lu}\d][\p{L}'’.-]*[ ,]?$/u;

/** Of the armed forces: `PSC 1437, Box 3833`, `Unit 4719 Box 7394`, with APO, FPO or DPO behind it. */
const MILITARY =
  /(?<=\b(?:PSC|Unit|CMR) )\d{3,5},? Box \d{1,5}[,\s]{1,4}[AFD]PO A[AEP](?: \d{5}(?:-\d{4})?)?/y;

/** Where the street ends that a number begins; undefined where none follows. */
export function streetAfter(text: string, numberAt: number, numberEnd: number): number | undefined {
  const next = text.charCodeAt(numberEnd);
  if (!(next === 0x20 || next === 0x2c || (next | 0x20) > 0x60)) return undefined;
  for (const pattern of [ENGLISH, FRENCH, MILITARY]) {
    pattern.lastIndex = numberAt;
    const written = pattern.exec(text)?.[0];
    if (written === undefined) continue;
    if (pattern === FRENCH && !ENDS_WITH_NAME.test(written)) continue;
    return numberAt + written.replace(/[ ,\n.]+$/, '').length;
  }
  return undefined;
}
