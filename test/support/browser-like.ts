import { send, type Answer } from './http.js';

const REDIRECTS_MAX = 12;

/** Follows redirects with cookies by host, as a browser does, as far as a host that it stops at. */
export class BrowserLike {
  private readonly cookies = new Map<string, Map<string, string>>();

  constructor(private readonly headers: Readonly<Record<string, string>> = {}) {}

  /** @returns the last answer, and the address it came from or leads to */
  async go(start: string): Promise<{ readonly answer: Answer; readonly url: string }> {
    let url = start;
    for (let n = 0; n < REDIRECTS_MAX; n++) {
      const answer = await this.visit(url);
      const next = answer.headers.location;
      if (next === undefined) return { answer, url };
      url = new URL(next, url).href;
      if (new URL(url).pathname.startsWith('/console/')) return { answer, url };
    }
    throw new Error('redirected without end');
  }

  /** What it would send along. */
  cookiesFor(url: string): string {
    const jar = this.cookies.get(new URL(url).host) ?? [];
    return Array.from(jar, ([name, value]) => `${name}=${value}`).join('; ');
  }

  async visit(url: string): Promise<Answer> {
    const { host } = new URL(url);
    const jar = this.cookies.get(host) ?? new Map<string, string>();
    this.cookies.set(host, jar);
    const cookie = this.cookiesFor(url);
    const answer = await send(url, { headers: { ...this.headers, ...(cookie && { cookie }) } });
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  }
}
