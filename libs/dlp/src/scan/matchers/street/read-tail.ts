/** `12a`, `12-14`, `12/4`, `12 B`. */
const NUMBER_TAIL = /(?: ?[A-Za-z](?![\p{L}\d]))?(?: ?[-–/] ?\d{1,4}(?:[A-Za-z](?!\p{L}))?)?/uy;

/** Floors, doors and flats. */
const FLAT =
  /(?:,? {0,2}(?:m\.|lok\.?|apt\.?|apartment|suite|ste\.?|unit|flat|floor|app\.?|appt\.?|bte|boîte|étage|piso|planta|puerta|pta\.?|esc\.?|escalera|bajo|int\.|interno|scala|sc\.|bl\.|bloc|ap\.|et\.|etaj|em\.|ajtó|whg\.?|wohnung|stock|og|top|hinterhaus|byt|kv\.|dz\.|lgh|as\.|bus) ?\d{0,4}[A-Za-z]?(?![\p{L}\d])|, ?\d{1,2} ?[ºª°](?: ?(?:dcha|izda|izq|[A-Z])\b\.?)?|, \d{1,2}\. (?:stock|og|etage|patro|em\.?|em\. \d{1,3})\b){1,3}/iuy;

const CITY_NAME = String.raw`\p{Lu}[\p{L}.'’-]{1,24}(?:[ -](?:a\. d\.|am|an der|an|ob|de|la|le|les|sur|der|im|bei|do|da|den|y|del|di|in|nad|pri|\p{Lu}[\p{L}.'’-]{0,24})){0,3}`;
/** After a comma, a line or a blank: `10115 Berlin`, `SE-111 22 Stockholm`, `1012 AB Amsterdam`, `00-950 Warszawa`. */
const CODE_AND_CITY = new RegExp(
  String.raw`(?:[ \t]{0,2}[,;.]?[ \t]{0,2}\r?\n?[ \t]{0,8})(?<code>(?:[A-Z]{1,2}[-– ])?(?:\d{5}|\d{4}(?: ?[A-Z]{2}\b|-\d{3})?|\d{3} \d{2}|\d{2}-\d{3}|\d{6}))(?!\d)[ \t,]{1,3}(?:${CITY_NAME})`,
  'uy',
);
/** `, London SW1A 2AA`, `, Springfield, IL 62704`, `, Dublin 2, D02 AF30`. */
const CITY_AND_CODE = new RegExp(
  String.raw`(?:[ \t]{0,2}[,;]?[ \t]{0,2}\r?\n?[ \t]{0,8})(?:${CITY_NAME})(?: \d{1,2})?,?[ \t\n]{1,3}(?:[A-Z]{2},? )?(?<code>[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|\d{5}(?:-\d{4})?|[A-Z]\d[\dW] ?[A-Z\d]{4}|[A-Z]\d[A-Z] ?\d[A-Z]\d)\b`,
  'uy',
);

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** Behind the letter, the range and the flat of a house number that ends at `at`. */
export function numberTailEnd(text: string, at: number): number {
  const end = endOf(NUMBER_TAIL, text, at) ?? at;
  return endOf(FLAT, text, end) ?? end;
}

/** Behind the postal code and the city that follow an address; undefined where none do. */
export const cityEnd = (text: string, at: number): number | undefined =>
  endOf(CODE_AND_CITY, text, at) ?? endOf(CITY_AND_CODE, text, at);
