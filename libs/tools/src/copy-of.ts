/** As a string of its own: a slice would keep all of what it was cut from for as long as itself. */
export const copyOf = (text: string): string => Buffer.from(text).toString();
