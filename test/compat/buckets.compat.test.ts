import {
  CreateBucketCommand,
  DeleteObjectCommand,
  ListObjectVersionsCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { Sealer } from '#audit';
import { SystemClock } from '#kernel';
import { Config } from '#platform';
import { S3Place } from '../../libs/audit/src/anchor/s3-place.js';
import { createJob, ended, JOB_MS_MAX, jobOf, JOBS, settled } from '../support/document-jobs.js';
import { startGateway } from '../support/gateway.js';
import { waitFor } from '../support/wait-for.js';
import { ObjectStore, REGION } from './start-object-store.js';

vi.setConfig({ testTimeout: 2 * JOB_MS_MAX }); // Children are started for each document.

const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'gateway', AWS_SECRET_ACCESS_KEY: 'a key of its own' };
const NAME = 'Tobias Fairweather';
const LETTER = `Dear Mr ${NAME}, write to eleanor.whitcombe@example.org today.`;

for (const [name, value] of Object.entries(CREDENTIALS)) vi.stubEnv(name, value);
const store = await ObjectStore.start(CREDENTIALS);
const { endpoint } = store;
const operator = new S3Client({ region: REGION, endpoint, forcePathStyle: true });
await operator.send(new CreateBucketCommand({ Bucket: 'documents' }));
await operator.send(
  new CreateBucketCommand({ Bucket: 'anchors', ObjectLockEnabledForBucket: true }),
);
const at = `region=${REGION}&endpoint=${endpoint}`;
const gateway = await startGateway(
  {},
  {
    env: {
      GW_DOCUMENTS_S3: `s3://documents/jobs?${at}`,
      GW_ANCHOR_S3: `s3://anchors/gw?${at}&days=1`,
    },
  },
);
afterAll(async () => {
  await gateway.stop();
  operator.destroy();
  await store.stop();
});

const create = () =>
  createJob(gateway, new TextEncoder().encode(LETTER), 'letter.txt', {
    options: { include_mapping: true },
  });

describe('documents in a bucket', () => {
  it('are worked off, encrypted before they are written, handed out and gone when deleted', async () => {
    const { id } = jobOf(await create());
    const { status, result } = await ended(gateway, id);
    expect(status).toBe('completed');
    const kept = await store.files('documents');
    expect(kept.length).toBeGreaterThan(0);
    for (const file of kept) expect(file.includes('Fairweather')).toBe(false);
    const answer = await gateway.send(result?.url ?? '');
    expect(answer.text).toBe('Dear Mr «PERSON_NAME_1», write to «EMAIL_1» today.');
    expect((await gateway.get(`${JOBS}/${id}/mapping`)).text).toContain(NAME);
    expect(
      (await gateway.send(`${JOBS}/${id}`, { method: 'DELETE', headers: gateway.headers() }))
        .status,
    ).toBe(204);
    await waitFor(
      'its objects to be gone',
      async () => (await store.files('documents')).length === 0,
    );
    await settled(gateway);
  });
});

describe('anchors in a bucket with object lock', () => {
  it('are written, found again, and cannot be deleted by who wrote them', async () => {
    expect((await gateway.chat({})).status).toBe(200);
    await gateway.app.get(Sealer).sealNow();
    const versions = () =>
      operator.send(new ListObjectVersionsCommand({ Bucket: 'anchors', Prefix: 'gw/' }));
    const [written] = await waitFor('an anchor', async () => {
      const { Versions = [] } = await versions();
      return Versions.length > 0 && Versions;
    });
    const { anchorS3 } = gateway.app.get(Config);
    if (!anchorS3 || !written?.Key) throw new Error('there is no bucket for anchors');
    const notes = await new S3Place(anchorS3, new SystemClock()).read();
    expect(notes).toHaveLength(1);
    const { Key, VersionId } = written;
    const deletion = new DeleteObjectCommand({ Bucket: 'anchors', Key, VersionId });
    await expect(operator.send(deletion)).rejects.toMatchObject({ name: 'AccessDenied' });
    const { Versions = [] } = await versions();
    expect(Versions.map((version) => version.VersionId)).toContain(VersionId);
  });
});
