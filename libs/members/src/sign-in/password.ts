import { argon2, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';
import type { Entropy } from '#kernel';

/** What OWASP asks of argon2id: 19 MiB, two passes, one lane. It runs on a thread of the pool. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const SALT_BYTES = 16;
const TAG_BYTES = 32;
/** Each takes 19 MiB and tens of milliseconds of a core: a flood of sign-ins must not take them all. */
const AT_ONCE_MAX = 4;
const WAITING_MAX = 64;

export const PASSWORD_CHARS_MIN = 12;
export const PASSWORD_CHARS_MAX = 256;

const FORM = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/;

const derive = promisify(argon2) as (
  algorithm: 'argon2id',
  parameters: Argon2Parameters,
) => Promise<Buffer>;

/** More people sign in at this moment than is done at once, and as many again wait. */
export class TooManySignIns extends Error {}

let running = 0;
const waiting: (() => void)[] = [];

/** `$argon2id$v=19$m=…,t=…,p=…$salt$tag`, as every library of argon2 reads it. */
export async function hashPassword(password: string, entropy: Entropy): Promise<string> {
  const salt = entropy.bytes(SALT_BYTES);
  const tag = await tagOf(password, salt, COST);
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${bare(salt)}$${bare(tag)}`;
}

/**
 * Takes as long for an account that is not there (`stored` null) as for a wrong password.
 * @throws TooManySignIns
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = FORM.exec(stored ?? '') ?? [];
  if (!memory) {
    await tagOf(password, Buffer.alloc(SALT_BYTES), COST);
    return false;
  }
  const wanted = Buffer.from(tag, 'base64');
  const cost = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  };
  const got = await tagOf(password, Buffer.from(salt, 'base64'), cost);
  return got.length === wanted.length && timingSafeEqual(got, wanted);
}

async function tagOf(
  password: string,
  nonce: Buffer,
  cost: { readonly memory: number; readonly passes: number; readonly parallelism: number },
): Promise<Buffer> {
  await room();
  try {
    // One spelling of accents, whatever keyboard it was typed on.
    const message = Buffer.from(password.normalize('NFKC'));
    return await derive('argon2id', { message, nonce, tagLength: TAG_BYTES, ...cost });
  } finally {
    running--;
    waiting.shift()?.();
  }
}

async function room(): Promise<void> {
  if (running >= AT_ONCE_MAX) {
    if (waiting.length >= WAITING_MAX) throw new TooManySignIns('too many sign-ins at once');
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  running++;
}

const bare = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');
