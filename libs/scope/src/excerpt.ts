/** Texts one after the other, whole up to a bound; of more, the beginning and the end. */
export class Excerpt {
  private readonly half: number;
  private head = '';
  private tail = '';
  private chars = 0;

  /** @param charsMax UTF-16 units that are kept, an even number */
  constructor(charsMax: number) {
    this.half = charsMax / 2;
  }

  get isEmpty(): boolean {
    return this.head.trim() === '' && this.tail.trim() === '';
  }

  get isCut(): boolean {
    return this.chars > 2 * this.half;
  }

  add(text: string): void {
    if (text === '') return;
    if (this.chars > 0) this.append('\n');
    this.append(text);
  }

  toString(): string {
    const joint = this.isCut ? '\n…\n' : '';
    return `${this.head}${joint}${this.tail.slice(-this.half)}`.trim().toWellFormed();
  }

  private append(text: string): void {
    const room = Math.max(0, this.half - this.head.length);
    if (room > 0) this.head += text.slice(0, room);
    // Never more than twice what is kept, however long the text is.
    if (text.length > room) this.tail += text.slice(Math.max(room, text.length - this.half));
    if (this.tail.length > 2 * this.half) this.tail = this.tail.slice(-this.half);
    this.chars += text.length;
  }
}
