import { ValidateBy } from 'class-validator';

/** A place in an object store. */
export interface BucketPlace {
  readonly bucket: string;
  /** In front of every key: empty, or with a slash at its end. */
  readonly prefix: string;
  readonly region: string;
  /** Of a store that is not Amazon's. */
  readonly endpoint: string | null;
}

/** One that keeps what is written for a time. */
export interface Bucket extends BucketPlace {
  /** How long nobody can delete it. */
  readonly days: number;
  readonly mode: 'COMPLIANCE' | 'GOVERNANCE';
}

const DAYS_MAX = 36_500; // As many as S3 takes.
const PLACE_NAMES = ['region', 'endpoint'];
const NAMES = [...PLACE_NAMES, 'days', 'mode'];

/** `s3://bucket/prefix?region=eu-central-1`. Undefined when it is not of this form. */
export function readBucketPlace(
  text: string,
  names: readonly string[] = PLACE_NAMES,
): BucketPlace | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 's3:' || !/^[a-z0-9.-]{3,63}$/.test(url.hostname)) return undefined;
  const { searchParams: given } = url;
  const region = given.get('region') ?? '';
  const endpoint = given.get('endpoint');
  const isWhole =
    [...given.keys()].every((name) => names.includes(name)) &&
    /^[a-z0-9-]+$/.test(region) &&
    (endpoint === null || /^https?:\/\//.test(endpoint));
  if (!isWhole) return undefined;
  const path = url.pathname.split('/').filter(Boolean).join('/');
  const prefix = path === '' ? '' : `${decodeURIComponent(path)}/`;
  return { bucket: url.hostname, prefix, region, endpoint };
}

/** `s3://bucket/prefix?region=eu-central-1&days=400`. Undefined when it is not of this form. */
export function readBucket(text: string): Bucket | undefined {
  const place = readBucketPlace(text, NAMES);
  if (!place) return undefined;
  const { searchParams: given } = new URL(text);
  const days = Number(given.get('days') ?? '400');
  const mode = given.get('mode') ?? 'COMPLIANCE';
  const isWhole = Number.isInteger(days) && days > 0 && days <= DAYS_MAX;
  if (!isWhole || (mode !== 'COMPLIANCE' && mode !== 'GOVERNANCE')) return undefined;
  return { ...place, days, mode };
}

export const IsBucket = (): PropertyDecorator =>
  ValidateBy({
    name: 'isBucket',
    validator: {
      validate: (value) => typeof value === 'string' && readBucket(value) !== undefined,
      defaultMessage: () =>
        '$property must be s3://bucket/prefix?region=…, with endpoint, days and mode=COMPLIANCE or GOVERNANCE if they are not the usual ones',
    },
  });

export const IsBucketPlace = (): PropertyDecorator =>
  ValidateBy({
    name: 'isBucketPlace',
    validator: {
      validate: (value) => typeof value === 'string' && readBucketPlace(value) !== undefined,
      defaultMessage: () =>
        '$property must be s3://bucket/prefix?region=…, with endpoint if it is not Amazon’s',
    },
  });
