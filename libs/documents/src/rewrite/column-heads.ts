/** Of the head of a column that is read in front of each of its cells. */
const HEAD_CHARS_MAX = 40;
/** `card1`, `Phone 2`: it tells columns apart and is no data. */
const COLUMN_NUMBER = /(?<=\p{L})[ _#-]{0,2}\d{1,2}$/u;
/** A number, a date, an address. */
const IS_DATA = /[\d@]/;
/** What stands for a value that was taken out heads nothing, and is no data either. */
const IS_TAG = /^«[A-Z_]+_\d+»$/;
/** `First` beside `Last`: of a person's name. */
const NAME_PART = /^(?:first|last|given|family|middle|maiden|full)(?: ?names?)?$/i;
/** What tables of people have beside `name`, which by itself may be that of anything. */
const OF_PEOPLE =
  /^(?:e ?-?mails?|mail|phone|mobile|birthday|birth ?date|date of birth|dob|ssn|surname|address)$/i;

/**
 * What is read in front of the cells of each column: `First name: ` for `first_name`, `lastName` or `FIRST-NAME`.
 * @param cells of the first row
 * @returns of each column, or undefined where nothing stands above it that is a head
 */
export function columnHeads(cells: readonly string[]): readonly (string | undefined)[] {
  const words = cells.map(wordsOf);
  const isData = words.map((text) => IS_DATA.test(text) && !IS_TAG.test(text));
  const data = isData.filter(Boolean).length;
  const isOfNames = words.some((text) => NAME_PART.test(text));
  // A row with a date in it is a head only where it says so: else it would put one person's name before another's.
  if (data > 0 && (!isOfNames || data * 2 > cells.length)) return [];
  const isOfPeople = isOfNames || words.some((text) => OF_PEOPLE.test(text));
  return words.map((text, index) => {
    if (text === '' || isData[index] || IS_TAG.test(text)) return undefined;
    return `${headOf(text, isOfPeople).slice(0, HEAD_CHARS_MAX)}: `;
  });
}

function headOf(words: string, isOfPeople: boolean): string {
  const [, part] = /^(\p{L}+)(?: ?names?)?$/iu.exec(NAME_PART.test(words) ? words : '') ?? [];
  if (part !== undefined) return `${part.replace(/names?$/i, '')} name`;
  return isOfPeople && /^names?$/i.test(words) ? 'Full name' : words;
}

/** A name of a program, as somebody would say it. */
function wordsOf(cell: string): string {
  const text = cell.trim();
  if (IS_TAG.test(text)) return text;
  const words = text
    .replace(COLUMN_NUMBER, '')
    .replaceAll('_', ' ')
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .trim();
  const apart = words.replaceAll('-', ' ');
  return NAME_PART.test(apart) ? apart : words;
}
