import { Injectable } from '@nestjs/common';
import { problem, sha256, type OrganisationId } from '#kernel';
import { PriceRepository, pricesOfSettings, type RateLine } from '#metering';
import type { Queries, Tx } from '#platform';
import { FAMILIES } from '#providers';
import {
  readSettings,
  SettingsFault,
  SettingsRepository,
  type SettingsFile,
  type StoredSetting,
} from '#workloads';
import { faultOf } from './settings-editor.js';

type Kind = StoredSetting['kind'];
type Listed = Exclude<Kind, 'organisation'>;

/** Where things of a kind stand in a settings file; the order in which they are made. */
const LISTS = [
  ['provider', 'providers'],
  ['alias', 'aliases'],
  ['workload', 'workloads'],
] as const;

/** Settings as one document says them; what it leaves out stays, unless it is pruned. */
export interface WantedSettings {
  readonly organisation?: object;
  readonly exchange_rates?: readonly object[];
  readonly providers?: readonly Named[];
  readonly aliases?: readonly Named[];
  readonly workloads?: readonly Named[];
}
interface Named {
  readonly name: string;
}

export interface PlannedChange {
  readonly kind: Kind | 'exchange_rates';
  readonly name: string;
  readonly action: 'create' | 'update' | 'delete';
  /** Null of what is made. */
  readonly before: StoredSetting | null;
  /** With defaults, as it will be stored; null of what goes. */
  readonly after: object | null;
  readonly managedByFile: boolean;
}

export interface SettingsPlan {
  /** Of the document and of everything that is stored now: another state is another plan. */
  readonly hash: string;
  readonly changes: readonly PlannedChange[];
  readonly unchanged: number;
  /** What holds when it is applied. */
  readonly file: SettingsFile;
  readonly rates: readonly RateLine[];
}

/** Settings as code: what a document would change, and changing it if nothing has moved meanwhile. */
@Injectable()
export class SettingsPlanner {
  constructor(
    private readonly settings: SettingsRepository,
    private readonly prices: PriceRepository,
  ) {}

  /** One writer at a time; until the end of the transaction. */
  lock(tx: Tx): Promise<void> {
    return this.settings.lock(tx);
  }

  /** Of the organisation's own. */
  async ratesOf(queries: Queries, organisation: OrganisationId): Promise<readonly RateLine[]> {
    const { rates } = await this.prices.readActive([organisation], queries);
    return rates
      .filter((rate) => rate.organisationId === organisation)
      .map(({ from, to, rate }) => ({ from, to, rate }));
  }

  /**
   * @param prune what the document does not name goes
   * @throws invalid by the paths of the document
   */
  async plan(
    queries: Queries,
    organisation: OrganisationId,
    wanted: WantedSettings,
    prune: boolean,
  ): Promise<SettingsPlan> {
    const stored = await this.settings.readStored(queries, organisation);
    const storedRates = await this.ratesOf(queries, organisation);
    const file = read(fileOf(stored, storedRates, wanted, prune));
    const rates = file.exchange_rates.map(({ from, to, rate }) => ({ from, to, rate }));
    const changes = [...changesOf(stored, file, prune), ...ratesChange(storedRates, rates)];
    const state = stored.map(({ kind, id, version }) => [kind, id, version]);
    const said = [organisation, prune, state, canonical(wanted), canonical(storedRates)];
    const unchanged = stored.length - changes.filter(({ before }) => before !== null).length;
    const hash = sha256(JSON.stringify(said)).toString('hex');
    return { hash, changes, unchanged, file, rates };
  }

  /** In the transaction that planned it, under the lock. */
  async apply(
    tx: Tx,
    organisation: OrganisationId,
    { changes, file, rates }: SettingsPlan,
    ownerId: string | null,
  ): Promise<void> {
    for (const { kind, before, after, action } of changes) {
      if (kind === 'exchange_rates') continue;
      const settings = after ?? {};
      if (action === 'create') {
        const made = { settings, managedBy: 'console', ownerId };
        await this.settings.insert(tx, organisation, kind as Listed, made);
      } else if (action === 'update' && before) {
        const changed = { ...before, settings, managedBy: 'console' };
        await this.settings.update(tx, organisation, changed);
      } else if (before) {
        await this.settings.remove(tx, organisation, { kind: kind as Listed, id: before.id });
      }
    }
    if (changes.some(({ kind }) => kind === 'provider' || kind === 'exchange_rates')) {
      const declared = pricesOfSettings({ exchange_rates: [...rates], providers: file.providers });
      await this.prices.addBook(tx, organisation, 'console', declared);
    }
    await this.settings.announceChange(tx, organisation);
  }
}

/** What is wanted, first, so that faults have its paths; then what stays. */
function fileOf(
  stored: readonly StoredSetting[],
  storedRates: readonly RateLine[],
  wanted: WantedSettings,
  prune: boolean,
): object {
  const lists = LISTS.map(([kind, list]) => {
    const said = wanted[list] ?? [];
    const named = new Set(said.map(({ name }) => name));
    const kept = stored.filter((one) => one.kind === kind && !named.has(one.name));
    return [list, [...said, ...(prune ? [] : kept.map(({ settings }) => settings))]];
  });
  return {
    apiVersion: 'gw/v1',
    organisation:
      wanted.organisation ?? stored.find(({ kind }) => kind === 'organisation')?.settings,
    exchange_rates: wanted.exchange_rates ?? storedRates,
    ...Object.fromEntries(lists),
  };
}

function read(file: object): SettingsFile {
  try {
    return readSettings(file, FAMILIES);
  } catch (fault) {
    if (!(fault instanceof SettingsFault)) throw fault;
    throw problem('invalid', { errors: fault.faults.map((line) => faultOf(line)) });
  }
}

function changesOf(
  stored: readonly StoredSetting[],
  file: SettingsFile,
  prune: boolean,
): PlannedChange[] {
  const organisation = stored.find(({ kind }) => kind === 'organisation') ?? null;
  const changes: PlannedChange[] = changeOf('organisation', organisation, file.organisation);
  const gone: PlannedChange[] = [];
  for (const [kind, list] of LISTS) {
    const before = new Map(stored.filter((one) => one.kind === kind).map((one) => [one.name, one]));
    for (const dto of file[list]) {
      changes.push(...changeOf(kind, before.get(dto.name) ?? null, withoutKeys(dto)));
      before.delete(dto.name);
    }
    if (!prune) continue;
    for (const one of before.values()) {
      const managedByFile = one.managedBy === 'file';
      gone.push({
        kind,
        name: one.name,
        action: 'delete',
        before: one,
        after: null,
        managedByFile,
      });
    }
  }
  // What refers goes before what is referred to.
  return [...gone.toReversed(), ...changes];
}

function changeOf(kind: Kind, before: StoredSetting | null, after: object): PlannedChange[] {
  if (before && canonical(before.settings) === canonical(after)) return [];
  const { name } = after as Named;
  const managedByFile = before?.managedBy === 'file';
  return [{ kind, name, action: before ? 'update' : 'create', before, after, managedByFile }];
}

function ratesChange(before: readonly RateLine[], after: readonly RateLine[]): PlannedChange[] {
  if (canonical(before) === canonical(after)) return [];
  const change = { kind: 'exchange_rates', name: '', action: 'update' } as const;
  return [{ ...change, before: null, after: { exchange_rates: after }, managedByFile: false }];
}

/** They have a table of their own, which holds hashes only. */
function withoutKeys(dto: object): object {
  const { keys: _keys, ...settings } = dto as { readonly keys?: unknown };
  return settings;
}

/** The same for the same settings, in whatever order their members stand. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
