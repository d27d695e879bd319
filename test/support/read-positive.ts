/** @throws Error that names the option */
export function readPositive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) {
    throw new Error(`--${name} must be a number above 0, not "${text}".`);
  }
  return value;
}

/** @throws Error that names the option */
export function readCount(name: string, text: string): number {
  const value = readPositive(name, text);
  if (!Number.isInteger(value)) throw new Error(`--${name} must be a whole number, not "${text}".`);
  return value;
}
