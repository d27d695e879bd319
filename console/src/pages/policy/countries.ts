const NAMES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
/** Groups, former countries and places for tests, which have codes there and are no countries. */
const NONE = new Set(
  'AC AN BU CP CQ CS DD DG DY EA EU EZ FX HV IC NH NT QO RH SU TA TP UN UK VD XA XB XK YD YU ZR ZZ'.split(
    ' ',
  ),
);

/** What the API takes for a zone. */
export const ZONES: readonly string[] = ['EU', 'EEA', 'EEA+CH', 'LOCAL', 'GLOBAL'];

/** ISO 3166 by their English names, which browsers know. */
export const COUNTRIES: readonly { readonly value: string; readonly label: string }[] =
  LETTERS.flatMap((first) =>
    LETTERS.map((second) => first + second).flatMap((value) => {
      const name = NONE.has(value) ? undefined : NAMES.of(value);
      return name === undefined ? [] : [{ value, label: `${name} (${value})` }];
    }),
  ).toSorted((one, other) => one.label.localeCompare(other.label, 'en'));

/** `Germany (DE)`; a zone as it is. */
export const nameOfPlace = (place: string): string =>
  COUNTRIES.find(({ value }) => value === place)?.label ?? place;
