/** For a shell, which reads nothing within single quotes but the next one. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
