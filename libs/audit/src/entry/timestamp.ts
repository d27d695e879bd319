let second = Number.NaN;
let secondText = '';

/** RFC 3339 in UTC with six digits. The text of a second is kept: calls come many to the second. */
export function timestampOf(ms: number): string {
  const whole = Math.floor(ms / 1_000);
  if (whole !== second) {
    secondText = new Date(whole * 1_000).toISOString().slice(0, 20);
    second = whole;
  }
  const rest = Math.floor(ms) - whole * 1_000;
  return `${secondText}${rest < 10 ? '00' : rest < 100 ? '0' : ''}${rest}000Z`;
}
