/** Oldest year of birth that a number may tell: nobody older lives. */
const YEAR_MIN = 1890;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** The clock is asked of later years alone, since a process may run over New Year. */
const YEAR_OF_START = new Date().getUTCFullYear();

/** A day of the calendar on which somebody who lives may be born: none to come. */
export function isBirthDate(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1 || year < YEAR_MIN) return false;
  const isLeapDay = month === 2 && day === 29;
  const isDay = isLeapDay ? isLeapYear(year) : day <= (DAYS[month - 1] as number);
  return isDay && (year < YEAR_OF_START || new Date(Date.UTC(year, month - 1, day)) <= new Date());
}

/** The same of the last two digits of the year, in either century. */
export const isShortBirthDate = (year: number, month: number, day: number): boolean =>
  isBirthDate(1900 + year, month, day) || isBirthDate(2000 + year, month, day);

const isLeapYear = (year: number): boolean =>
  year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
