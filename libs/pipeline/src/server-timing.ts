/** The header `server-timing`: milliseconds that each step took, to a hundredth. */
export class ServerTiming {
  private text = '';

  add(name: string, ms: number): void {
    const rounded = Math.round(ms * 100) / 100;
    this.text += this.text === '' ? `${name};dur=${rounded}` : `, ${name};dur=${rounded}`;
  }

  toString(): string {
    return this.text;
  }
}
