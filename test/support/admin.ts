import type { Role } from '#contract';
import { SetUp } from '#members';
import type { TestGateway } from './gateway.js';
import { send, type Answer } from './http.js';

export const OWNER = {
  name: 'Olga Owner',
  email: 'olga@example.com',
  password: 'correct horse battery staple',
};

/** What a browser of the Console sends along. */
const BROWSER = { 'sec-fetch-site': 'same-origin', 'x-gw-console': '1' };

interface Asking {
  readonly headers?: Readonly<Record<string, string>>;
  /** Of what is changed. */
  readonly version?: number;
}

/** Somebody at the admin API, with a browser's cookie or a token. */
export class AdminClient {
  private cookie: string | undefined;

  constructor(
    private readonly url: string,
    private readonly token?: string,
  ) {}

  /** The first owner of a gateway, signed in. */
  static async setUp(gateway: TestGateway): Promise<AdminClient> {
    const client = new AdminClient(gateway.url);
    const token = await gateway.app.get(SetUp).token();
    const answer = await client.post('/setup', { token, ...OWNER });
    if (answer.status !== 201) throw new Error(`set-up failed: ${answer.text}`);
    return client;
  }

  /** Somebody with a role, invited by this one and signed in; the link comes from the mailbox. */
  async invited(role: Role, email = `${role}@example.com`): Promise<AdminClient> {
    const invited = await this.post('/invites', { email, role });
    if (invited.status !== 201) throw new Error(`the invitation failed: ${invited.text}`);
    const client = new AdminClient(this.url);
    const token = await this.tokenFor(email);
    const answer = await client.post('/invites/accept', {
      token,
      name: `The ${role}`,
      password: OWNER.password,
    });
    if (answer.status !== 201) throw new Error(`the invitation was not taken: ${answer.text}`);
    return client;
  }

  /** Out of the newest mail to an address. */
  async tokenFor(email: string): Promise<string> {
    return /#token=([\w-]+)/.exec(await this.mailTo(email))?.[1] ?? '';
  }

  async mailTo(email: string): Promise<string> {
    const { data } = (await this.get('/mailbox')).json<{ data: { to: string; text: string }[] }>();
    return data.find(({ to }) => to === email)?.text ?? '';
  }

  async signIn(email: string, password: string): Promise<Answer> {
    return this.post('/session', { email, password });
  }

  get(path: string, asking: Asking = {}): Promise<Answer> {
    return this.ask('GET', path, undefined, asking);
  }

  post(path: string, body: unknown = {}, asking: Asking = {}): Promise<Answer> {
    return this.ask('POST', path, body, asking);
  }

  patch(path: string, body: unknown, asking: Asking = {}): Promise<Answer> {
    return this.ask('PATCH', path, body, asking);
  }

  put(path: string, body: unknown, asking: Asking = {}): Promise<Answer> {
    return this.ask('PUT', path, body, asking);
  }

  delete(path: string, asking: Asking = {}): Promise<Answer> {
    return this.ask('DELETE', path, undefined, asking);
  }

  /** A form, as a page of the Console sends a file. */
  async postForm(path: string, form: { type: string; body: Buffer }): Promise<Answer> {
    return send(`${this.url}/admin/v1${path}`, {
      method: 'POST',
      headers: { ...BROWSER, cookie: this.cookies, 'content-type': form.type },
      body: form.body,
    });
  }

  /** As a browser keeps it; to be sent from elsewhere. */
  get cookies(): string {
    return this.cookie ?? '';
  }

  private async ask(
    method: string,
    path: string,
    body: unknown,
    { headers, version }: Asking,
  ): Promise<Answer> {
    const answer = await send(`${this.url}/admin/v1${path}`, {
      method,
      headers: {
        ...(this.token === undefined ? BROWSER : { authorization: `Bearer ${this.token}` }),
        ...(this.cookie !== undefined && { cookie: this.cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(version !== undefined && { 'if-match': `"${version}"` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const set = answer.headers['set-cookie']?.find((one) => /gw_session=/.test(one));
    if (set !== undefined) this.cookie = set.split(';')[0];
    return answer;
  }
}
