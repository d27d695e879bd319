const ASCII_PER_TOKEN = 4;

/** About as many tokens as a text has: a quarter of each ASCII character, half of any other. */
export function tokensIn(text: string): number {
  let others = 0;
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0x7f) others++;
  return Math.ceil((text.length - others) / ASCII_PER_TOKEN + others / 2);
}
