/** As people say it: a tenth of a percent is enough. */
export const shareOf = (part: number, whole: number): string =>
  whole === 0
    ? '0%'
    : (part / whole).toLocaleString('en', { style: 'percent', maximumFractionDigits: 1 });

const UNITS = ['B', 'KiB', 'MiB', 'GiB'] as const;

export function sizeText(bytes: number): string {
  let size = bytes;
  let place = 0;
  for (; size >= 1_024 && place < UNITS.length - 1; place++) size /= 1_024;
  return `${size.toLocaleString('en', { maximumFractionDigits: 1 })} ${UNITS[place]}`;
}
