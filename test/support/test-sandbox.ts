import { startSandbox } from '../../apps/sandbox/src/sandbox-server.js';
import { send, type Sending } from './http.js';
import type { ServiceAccount } from './service-account.js';

/** The gateway's own credential: the sandbox knows no other, so a forwarded key of a caller fails. */
export const UPSTREAM_KEY = 'sk-upstream-0123456789';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body_bytes: number;
  readonly body: string;
}

/** A sandbox provider of the test's own, with its control side. */
export class TestSandbox {
  private constructor(
    readonly url: string,
    readonly close: () => Promise<void>,
  ) {}

  static async start(): Promise<TestSandbox> {
    const sandbox = await startSandbox({ host: '127.0.0.1', port: 0, apiKey: UPSTREAM_KEY });
    return new TestSandbox(sandbox.url, () => sandbox.close());
  }

  /** Faults of the next POST requests, in order. */
  async script(...faults: readonly string[]): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    await this.control('/_script', { headers, body: JSON.stringify({ script: faults }) });
  }

  async requests(): Promise<readonly SeenRequest[]> {
    return (await this.control<{ requests: SeenRequest[] }>('/_requests')).requests;
  }

  /** A service account whose key it takes. */
  async admit({ email, publicKey }: ServiceAccount): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ email, public_key: publicKey });
    await this.control('/_accounts', { headers, body });
  }

  /** From now on no access token is taken that was given before. */
  async endTokens(): Promise<void> {
    await this.control('/_tokens', { method: 'DELETE' });
  }

  async openCount(): Promise<number> {
    return (await this.control<{ open: number }>('/_open')).open;
  }

  /** Forgets what was seen, and drops faults that nobody took. */
  async clear(): Promise<void> {
    await this.control('/_requests', { method: 'DELETE' });
    await this.control('/_script', { method: 'DELETE' });
  }

  private async control<Shape>(path: string, sending: Sending = {}): Promise<Shape> {
    const headers = { authorization: `Bearer ${UPSTREAM_KEY}`, ...sending.headers };
    const answer = await send(this.url + path, { ...sending, headers });
    if (answer.status !== 200) throw new Error(`sandbox control: ${answer.text}`);
    return answer.json<Shape>();
  }
}
