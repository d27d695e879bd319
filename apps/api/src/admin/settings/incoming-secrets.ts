import { Injectable } from '@nestjs/common';
import { reachOf } from '#contract';
import { problem } from '#kernel';
import type { Actor } from '#members';
import type { Queries, Tx } from '#platform';
import { StoredSecrets, type SecretMark } from '#workloads';
import { expectStepUp } from '../http/allow.js';

const VALUE_CHARS_MAX = 16_384; // The key file of a service account has some 2,400.
const DEPTH_MAX = 8;
/** Of the gateway itself: no provider is to be sent them. */
const OWN_VARIABLE = /^(?:GW_|PG|DATABASE_URL$|REDIS_URL$)/;

type Mapping = Readonly<Record<string, unknown>>;

/** What is shown of a secret, and what a change may say to keep it. */
export interface SecretShown {
  readonly env?: string;
  readonly file?: string;
  readonly last4?: string;
  readonly fingerprint?: string;
}

/**
 * Secrets in what people change: `{value}` is sealed and becomes `{stored}`, `{fingerprint}` means one that
 * is stored, and names of variables are the owner's to give, since they are secrets of the machine.
 */
@Injectable()
export class IncomingSecrets {
  constructor(private readonly stored: StoredSecrets) {}

  /**
   * @param before what is in its place now, and where that is in a document
   * @throws invalid, permission_missing, step_up_needed
   */
  async seal<Wanted>(
    tx: Tx,
    actor: Actor,
    wanted: Wanted,
    { before, place = '' }: { readonly before: unknown; readonly place?: string },
  ): Promise<Wanted> {
    const refs = secretsIn(before, 0);
    const known = new Set(refs.map((ref) => JSON.stringify(ref)));
    // Of what is changed alone: whoever could take another's would have it sent to where they like.
    const own = new Set(refs.map(({ stored }) => stored));
    const marks = [...(await this.marks(tx, actor)).values()].filter(({ id }) => own.has(id));
    const seal = async (ref: Mapping, path: string): Promise<Mapping> => {
      if (known.has(JSON.stringify(ref))) return ref;
      if (ref['value'] !== undefined) {
        const value = expectValue(ref, path);
        expectFresh(actor);
        return { stored: await this.stored.add(tx, actor.organisationId, value, actor.memberId) };
      }
      if (ref['stored'] !== undefined) throw fault(path, 'give it as {value: …}');
      if (ref['fingerprint'] !== undefined) return { stored: expectKnown(ref, path, marks) };
      expectMayName(actor, ref, path);
      return ref;
    };
    return (await replaced(wanted, place, seal, 0)) as Wanted;
  }

  /** After the change: what nothing names any more is forgotten. */
  forgetUnused(tx: Tx, actor: Actor): Promise<void> {
    return this.stored.dropUnused(tx, actor.organisationId);
  }

  async marks(
    queries: Queries,
    { organisationId }: Actor,
  ): Promise<ReadonlyMap<string, SecretMark>> {
    const marks = await this.stored.list(queries, organisationId);
    return new Map(marks.map((mark) => [mark.id, mark]));
  }
}

/** Is a secret itself in there, not a name for one? */
export const holdsSecret = (settings: unknown): boolean =>
  secretsIn(settings, 0).some((ref) => ref['value'] !== undefined);

/** Every secret of some settings as it may be shown. */
export function shown<Settings>(
  settings: Settings,
  marks: ReadonlyMap<string, SecretMark>,
): Settings {
  return mapped(settings, (ref) => shownRef(ref, marks), 0) as Settings;
}

/** The same for the log: which secret it is, and nothing of it. */
export const fingerprinted = <Settings>(
  settings: Settings,
  marks: ReadonlyMap<string, SecretMark>,
): Settings =>
  mapped(settings, (ref) => ({ ...shownRef(ref, marks), last4: undefined }), 0) as Settings;

function shownRef(ref: Mapping, marks: ReadonlyMap<string, SecretMark>): Mapping {
  const { stored } = ref;
  if (typeof stored !== 'string') return ref;
  const mark = marks.get(stored);
  return { last4: mark?.last4 ?? '', fingerprint: mark?.fingerprint ?? '' };
}

/** A session has to say again who it is; tokens are made for work that nobody watches. */
export function expectFresh(actor: Actor): void {
  if (actor.kind === 'member') expectStepUp(actor);
}

function expectValue(ref: Mapping, path: string): string {
  const { value, ...more } = ref;
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '' || text.length > VALUE_CHARS_MAX || Object.keys(more).length > 0) {
    throw fault(path, `value must be a text of 1 to ${VALUE_CHARS_MAX} characters, and alone`);
  }
  return text;
}

function expectKnown({ fingerprint }: Mapping, path: string, marks: readonly SecretMark[]): string {
  const mark = marks.find((one) => one.fingerprint === fingerprint);
  if (!mark) throw fault(path, 'no secret of this fingerprint is stored here');
  return mark.id;
}

function expectMayName(actor: Actor, { env, file }: Mapping, path: string): void {
  if (file !== undefined) throw fault(path, 'files are named in the settings file alone');
  if (typeof env === 'string' && OWN_VARIABLE.test(env)) {
    throw fault(path, `${env} is the gateway's own`);
  }
  if (env === undefined) return; // What else it says is for the check of the settings to refuse.
  if (reachOf(actor.role, 'owner:manage') === undefined) {
    throw problem('permission_missing', {
      detail: 'Only an owner names variables of the machine. Give the secret itself instead.',
    });
  }
  expectFresh(actor);
}

const fault = (path: string, message: string) =>
  problem('invalid', { errors: [{ path, message }] });

const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function secretsIn(value: unknown, depth: number): Mapping[] {
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'secret' && isMapping(inner) ? [inner] : secretsIn(inner, depth + 1),
  );
}

function mapped(value: unknown, change: (ref: Mapping) => Mapping, depth: number): unknown {
  if (depth > DEPTH_MAX) return value;
  if (Array.isArray(value)) return value.map((inner) => mapped(inner, change, depth + 1));
  if (!isMapping(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === 'secret' && isMapping(inner) ? change(inner) : mapped(inner, change, depth + 1),
    ]),
  );
}

async function replaced(
  value: unknown,
  path: string,
  change: (ref: Mapping, path: string) => Promise<Mapping>,
  depth: number,
): Promise<unknown> {
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return value;
  const isList = Array.isArray(value);
  const entries: [string, unknown][] = [];
  for (const [name, inner] of Object.entries(value)) {
    const here = isList ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`;
    const isSecret = !isList && name === 'secret' && isMapping(inner);
    entries.push([
      name,
      isSecret ? await change(inner, here) : await replaced(inner, here, change, depth + 1),
    ]);
  }
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
