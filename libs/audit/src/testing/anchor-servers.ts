import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { joinNotes } from '../log/checkpoint.js';

/** Servers that keep anchors, and take nothing that is not signed. Each may be away for a while. */

abstract class TestServer {
  isAway = false;
  /** Why something was refused. */
  readonly refused: string[] = [];
  private readonly server = createServer((request, response) => void this.take(request, response));

  async start(): Promise<this> {
    await new Promise<void>((listening) => this.server.listen(0, '127.0.0.1', listening));
    return this;
  }

  get url(): string {
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** @returns why it is refused, or undefined once it is answered */
  protected abstract serve(
    request: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
  ): string | undefined;

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (this.isAway) return void request.socket.destroy();
    const reason = this.serve(request, Buffer.concat(chunks), response);
    if (reason === undefined) return;
    this.refused.push(reason);
    response.writeHead(403).end(reason);
  }
}

const KEY_ID = 'AKIDTEST';
const KEY = 'the-secret-of-the-test';

/** As the client finds them. */
export const S3_CREDENTIALS = { AWS_ACCESS_KEY_ID: KEY_ID, AWS_SECRET_ACCESS_KEY: KEY };

interface Kept {
  readonly body: Buffer;
  readonly mode: string;
  readonly until: string;
}

/** A bucket with object lock: what is kept in it can be read and not written again. */
export class TestBucket extends TestServer {
  readonly objects = new Map<string, Kept>();

  protected serve(
    request: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
  ): string | undefined {
    const fault = signatureFault(request, body);
    if (fault !== undefined) return fault;
    const url = new URL(request.url ?? '', this.url);
    const key = decodeURIComponent(url.pathname.replace('/anchors', '').slice(1));
    if (request.method === 'PUT') return this.put(key, request, body, response);
    if (key === '') return void response.end(this.list(url.searchParams));
    response.end(this.objects.get(key)?.body);
    return undefined;
  }

  private put(key: string, { headers }: IncomingMessage, body: Buffer, response: ServerResponse) {
    const mode = String(headers['x-amz-object-lock-mode']);
    const until = String(headers['x-amz-object-lock-retain-until-date']);
    const checksum = createHash('sha256').update(body).digest('base64');
    if (this.objects.has(key)) return `${key} is locked`;
    if (!/^(COMPLIANCE|GOVERNANCE)$/.test(mode) || Number.isNaN(Date.parse(until)))
      return 'no lock';
    if (headers['x-amz-checksum-sha256'] !== checksum) return 'no checksum';
    this.objects.set(key, { body, mode, until });
    response.end();
    return undefined;
  }

  private list(query: URLSearchParams): string {
    const prefix = query.get('prefix') ?? '';
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix)).toSorted();
    const folders = new Set(keys.map((key) => key.slice(0, key.indexOf('/', prefix.length) + 1)));
    const content = query.has('delimiter')
      ? [...folders].map((name) => `<CommonPrefixes><Prefix>${name}</Prefix></CommonPrefixes>`)
      : keys
          .slice(0, Number(query.get('max-keys')))
          .map((key) => `<Contents><Key>${key}</Key></Contents>`);
    return `<?xml version="1.0"?><ListBucketResult>${content.join('')}</ListBucketResult>`;
  }
}

const hex = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

/** Signature Version 4, from its description: the request is signed anew and compared. */
function signatureFault({ method, url = '', headers }: IncomingMessage, body: Buffer) {
  const [, keyId, day = '', region = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d+)\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (keyId !== KEY_ID) return 'no credential';
  const must = Object.keys(headers).filter((name) => name.startsWith('x-amz-'));
  if (!['host', ...must].every((name) => names.split(';').includes(name))) return 'not all signed';
  const claimed = String(headers['x-amz-content-sha256']);
  if (claimed !== hex(body)) return 'another body';
  const { pathname, searchParams } = new URL(url, 'http://x');
  const query = [...searchParams]
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .toSorted()
    .join('&');
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, pathname, query, lines.join(''), names, claimed].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = `AWS4-HMAC-SHA256\n${headers['x-amz-date']}\n${scope}\n${hex(canonical)}`;
  const derived = [day, region, 's3', 'aws4_request', toSign].reduce<string | Buffer>(
    (key, word) => createHmac('sha256', key).update(word).digest(),
    `AWS4${KEY}`,
  );
  return Buffer.from(derived).toString('hex') === signature ? undefined : 'another signature';
}

const WEBHOOK_KEY = Buffer.from('of-the-webhook-0123');
/** As standardwebhooks.com writes a key. */
export const WEBHOOK_SECRET = `whsec_${WEBHOOK_KEY.toString('base64')}`;

interface Event {
  readonly type: string;
  readonly organisation: string;
  readonly note?: string;
}

/** Answers what it was sent last of each log, until a fork of it was accepted. */
export class TestWebhook extends TestServer {
  readonly events: Event[] = [];

  protected serve(
    { method, headers }: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
  ): undefined | string {
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body.toString()}`;
    const expected = createHmac('sha256', WEBHOOK_KEY).update(signed).digest('base64');
    if (headers['webhook-signature'] !== `v1,${expected}`) return 'another signature';
    if (method === 'POST') this.events.push(JSON.parse(body.toString()) as Event);
    response.end(method === 'POST' ? '' : this.newest());
    return undefined;
  }

  private newest(): string {
    const kept = new Map<string, string>();
    for (const { type, organisation, note } of this.events) {
      if (type === 'audit.checkpoint' && note) kept.set(organisation, note);
      else kept.delete(organisation);
    }
    return joinNotes([...kept.values()]);
  }
}
