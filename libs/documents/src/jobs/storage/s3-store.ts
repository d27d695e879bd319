import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { BucketPlace } from '#platform';
import { BlobStore, type BlobName } from './blob-store.js';

const TIMEOUT_MS = 120_000; // The largest document over a slow line within a data centre.
const DELETE_MS = 10_000; // Nothing is carried.
/** Whoever asks waits for it: a store that is away, or that has stopped in the middle, is no slow line. */
const WAITS: StoreWaits = { connectMs: 3_000, silentMs: 15_000 };
const NAMES: readonly BlobName[] = ['input', 'result', 'mapping'];

/** How long nothing may come of a store. */
export interface StoreWaits {
  readonly connectMs: number;
  /** Between two pieces, in either direction. */
  readonly silentMs: number;
}

/** A bucket of Amazon's or of whoever speaks as it does. Credentials are found as its client finds them. */
export class S3Store extends BlobStore {
  private opening: Promise<Opened> | undefined;

  constructor(
    private readonly place: BucketPlace,
    private readonly waits = WAITS,
  ) {
    super();
  }

  async write(
    job: string,
    name: BlobName,
    pieces: AsyncIterable<Uint8Array>,
    length: number,
  ): Promise<void> {
    const { client, sdk } = await this.open();
    const body = Readable.from(pieces, { objectMode: false });
    const broken = new AbortController(); // Its client waits for the rest, for as long as it may.
    body.on('error', (fault) => broken.abort(fault));
    const order = new sdk.PutObjectCommand({
      ...this.keyOf(job, name),
      Body: body,
      ContentLength: length,
      ContentType: 'application/octet-stream',
    });
    await client.send(order, within(broken.signal));
  }

  async *read(job: string, name: BlobName): AsyncGenerator<Uint8Array> {
    const { client, sdk } = await this.open();
    const { Body } = await client.send(new sdk.GetObjectCommand(this.keyOf(job, name)), within());
    if (!(Body instanceof Readable)) throw new Error('the object store answered without a body');
    yield* Body as AsyncIterable<Uint8Array>;
  }

  /** One after the other, since not every store deletes several at once. */
  async remove(job: string, name?: BlobName): Promise<void> {
    const { client, sdk } = await this.open();
    for (const one of name ? [name] : NAMES) {
      await client.send(
        new sdk.DeleteObjectCommand(this.keyOf(job, one)),
        within(AbortSignal.timeout(DELETE_MS)),
      );
    }
  }

  private keyOf(job: string, name: BlobName): { readonly Bucket: string; readonly Key: string } {
    const { bucket: Bucket, prefix } = this.place;
    return { Bucket, Key: `${prefix}${job}/${name}` };
  }

  /** The client is 22 MB of code on disk and in memory, for those who use it. */
  private open(): Promise<Opened> {
    this.opening ??= import('@aws-sdk/client-s3').then((sdk) => {
      const { region, endpoint } = this.place;
      const client = new sdk.S3Client({
        region,
        requestHandler: {
          connectionTimeout: this.waits.connectMs,
          socketTimeout: this.waits.silentMs,
        },
        maxAttempts: 1, // A stream cannot be sent twice; the job is tried again.
        requestChecksumCalculation: 'WHEN_REQUIRED', // Each piece is authenticated by ourselves.
        responseChecksumValidation: 'WHEN_REQUIRED',
        logger: SILENT, // What fails is told to whoever asked.
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

const within = (...others: readonly AbortSignal[]) => ({
  abortSignal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...others]),
});

const nothing = (): void => undefined;
const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing };
