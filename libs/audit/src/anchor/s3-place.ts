import type { S3Client } from '@aws-sdk/client-s3';
import type { Clock } from '#kernel';
import type { Bucket } from '#platform';
import type { AnchorFork, AnchorNote, AnchorPlace } from './anchor-place.js';

const TIMEOUT_MS = 5_000; // The place is tried again; nothing waits for it.
const DAY_MS = 24 * 3_600_000;
const TIME_END_MS = 9_999_999_999_999; // In the year 2286; keys count down to it.
const FORK = '.fork.json';

/**
 * One object for each checkpoint, locked until its day: not even whoever holds the credentials can
 * overwrite or delete it. Keys of a log are in the order of their time, newest first, so that one page
 * of a list tells what is in force.
 */
export class S3Place implements AnchorPlace {
  readonly name = 's3';
  private opening: Promise<Opened> | undefined;

  constructor(
    private readonly options: Bucket,
    private readonly clock: Clock,
  ) {}

  async read(): Promise<readonly string[]> {
    const { client, sdk } = await this.open();
    const notes: string[] = [];
    let token: string | undefined;
    do {
      const page = await client.send(
        new sdk.ListObjectsV2Command({
          Bucket: this.options.bucket,
          Prefix: this.options.prefix,
          Delimiter: '/',
          ...(token !== undefined && { ContinuationToken: token }),
        }),
        within(),
      );
      for (const { Prefix } of page.CommonPrefixes ?? []) {
        const note = Prefix && (await this.newestOf(Prefix));
        if (note) notes.push(note);
      }
      token = page.NextContinuationToken;
    } while (token !== undefined);
    return notes;
  }

  async write({ organisationId, size, note }: AnchorNote): Promise<void> {
    await this.put(organisationId, `${String(size).padStart(16, '0')}.txt`, note);
  }

  async acceptFork({ organisationId, lost, kept }: AnchorFork): Promise<void> {
    const size = String(lost.size).padStart(16, '0');
    await this.put(organisationId, `${size}${FORK}`, `${JSON.stringify({ lost, kept })}\n`);
  }

  /** Undefined when a fork was accepted since. */
  private async newestOf(prefix: string): Promise<string | undefined> {
    const { client, sdk } = await this.open();
    const { bucket: Bucket } = this.options;
    const page = await client.send(
      new sdk.ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: 1 }),
      within(),
    );
    const Key = page.Contents?.[0]?.Key;
    if (Key === undefined || Key.endsWith(FORK)) return undefined;
    const object = await client.send(new sdk.GetObjectCommand({ Bucket, Key }), within());
    return object.Body?.transformToString();
  }

  private async put(organisationId: string, end: string, Body: string): Promise<void> {
    const { client, sdk } = await this.open();
    const nowMs = this.clock.nowMs();
    const { bucket: Bucket, prefix, mode, days } = this.options;
    const time = String(TIME_END_MS - nowMs).padStart(13, '0');
    await client.send(
      new sdk.PutObjectCommand({
        Bucket,
        Key: `${prefix}${organisationId}/${time}-${end}`,
        Body,
        ContentType: end.endsWith(FORK) ? 'application/json' : 'text/plain; charset=utf-8',
        ChecksumAlgorithm: 'SHA256', // A store with object lock demands a checksum.
        ObjectLockMode: mode,
        ObjectLockRetainUntilDate: new Date(nowMs + days * DAY_MS),
      }),
      within(),
    );
  }

  /** The client is 22 MB of code on disk and in memory, for those who use it. */
  private open(): Promise<Opened> {
    this.opening ??= import('@aws-sdk/client-s3').then((sdk) => {
      const { region, endpoint } = this.options;
      const client = new sdk.S3Client({
        region,
        maxAttempts: 1, // The place is tried again anyway.
        ...(endpoint !== null && { endpoint, forcePathStyle: true }),
      });
      return { sdk, client };
    });
    return this.opening;
  }
}

interface Opened {
  readonly sdk: typeof import('@aws-sdk/client-s3');
  readonly client: S3Client;
}

const within = () => ({ abortSignal: AbortSignal.timeout(TIMEOUT_MS) });
