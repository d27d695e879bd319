const FENCE = '```';
/** What is called so, or not called anything, may be a letter as well. */
const TEXTS: ReadonlySet<string> = new Set([
  '',
  'text',
  'txt',
  'plain',
  'md',
  'markdown',
  'email',
  'eml',
  'mail',
  'html',
  'csv',
]);
const NAME_OF_LANGUAGE = /[\w+#-]{0,20}/y;

/** Where a text is between fences: each place turns code on or off. */
export class Fences {
  private readonly places: number[] = [];
  private readonly texts: boolean[] = [];

  constructor(text: string) {
    for (let at = text.indexOf(FENCE); at >= 0; at = text.indexOf(FENCE, at + FENCE.length)) {
      this.places.push(at);
      NAME_OF_LANGUAGE.lastIndex = at + FENCE.length;
      this.texts.push(TEXTS.has(NAME_OF_LANGUAGE.exec(text)?.[0].toLowerCase() ?? ''));
    }
  }

  /** Whether a place is in no fence, between fences that say it is code, or between others. */
  at(index: number): 'outside' | 'text' | 'code' {
    let low = 0;
    let high = this.places.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.places[middle] as number) <= index) low = middle + 1;
      else high = middle;
    }
    if (low % 2 === 0) return 'outside';
    return this.texts[low - 1] ? 'text' : 'code';
  }
}
