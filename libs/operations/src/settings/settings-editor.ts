import { Injectable } from '@nestjs/common';
import { problem, type FieldFault, type OrganisationId } from '#kernel';
import { PriceRepository, pricesOfSettings } from '#metering';
import type { Queries, Tx } from '#platform';
import { FAMILIES } from '#providers';
import {
  readSettings,
  SettingsFault,
  SettingsRepository,
  type SettingsFile,
  type StoredSetting,
} from '#workloads';
import { LiveSettings } from './live-settings.js';

type Kind = StoredSetting['kind'];

/** Where things of a kind stand in a settings file. */
const LISTS = { provider: 'providers', alias: 'aliases', workload: 'workloads' } as const;

/** Whoever edits by hand owns it from then on. */
const CONSOLE = 'console';

/**
 * Single things of the settings, edited by people. Each edit is checked as a settings file that says all of it
 * at once would be, so nothing can be stored that no file could say. One transaction, one writer at a time.
 */
@Injectable()
export class SettingsEditor {
  constructor(
    private readonly settings: SettingsRepository,
    private readonly prices: PriceRepository,
    private readonly live: LiveSettings,
  ) {}

  read(queries: Queries, organisation: OrganisationId): Promise<readonly StoredSetting[]> {
    return this.settings.readStored(queries, organisation);
  }

  /** @throws invalid, name_taken */
  async create(
    tx: Tx,
    organisation: OrganisationId,
    kind: Exclude<Kind, 'organisation'>,
    wanted: object,
    ownerId: string | null = null,
  ): Promise<StoredSetting> {
    await this.settings.lock(tx);
    const stored = await this.settings.readStored(tx, organisation);
    const { name } = wanted as { readonly name?: string };
    if (stored.some((one) => one.kind === kind && one.name === name)) throw nameTaken(name);
    const added = blank(kind, wanted, ownerId);
    const file = fileOf([...stored, added], added);
    const settings = checked(file, kind, added);
    const id = await this.settings.insert(tx, organisation, kind, { ...added, settings });
    await this.announce(tx, organisation, kind, file);
    return { ...added, id, settings, createdAt: new Date() };
  }

  /**
   * @param change of what is stored to what is wanted; a fault in it is told by its field
   * @param version that the change was made on; null takes it as it is now
   * @throws not_found, managed_by_file, version_changed, invalid, name_taken
   */
  async update(
    tx: Tx,
    organisation: OrganisationId,
    { kind, id }: { readonly kind: Kind; readonly id: string },
    change: (settings: object) => object,
    version: number | null,
  ): Promise<{ readonly before: StoredSetting; readonly after: StoredSetting }> {
    await this.settings.lock(tx);
    const stored = await this.settings.readStored(tx, organisation);
    const before = expectEditable(stored, { kind, id }, version);
    const wanted = { ...before, settings: change(before.settings), managedBy: CONSOLE };
    const { name } = wanted.settings as { readonly name?: string };
    const others = stored.filter((one) => one !== before);
    if (others.some((one) => one.kind === kind && one.name === name)) throw nameTaken(name);
    const file = fileOf([...others, wanted], wanted);
    const settings = checked(file, kind, wanted);
    const changed = { ...wanted, settings, version: before.version + 1 };
    await this.settings.update(tx, organisation, changed);
    await this.announce(tx, organisation, kind, file);
    return { before, after: { ...changed, ...namedAs(kind, id, settings) } };
  }

  /**
   * What a change would make of a thing, whoever owns it. Nothing is written.
   * @throws not_found, invalid
   */
  async check(
    queries: Queries,
    organisation: OrganisationId,
    { kind, id }: { readonly kind: Kind; readonly id: string },
    change: (settings: object) => object,
  ): Promise<{ readonly before: object; readonly after: object }> {
    const stored = await this.settings.readStored(queries, organisation);
    const before = stored.find((one) => one.kind === kind && one.id === id);
    if (!before) throw problem('not_found');
    const wanted = { ...before, settings: change(before.settings) };
    const others = stored.filter((one) => one !== before);
    const after = checked(fileOf([...others, wanted], wanted), kind, wanted);
    return { before: before.settings, after };
  }

  /** @throws not_found, managed_by_file, version_changed, and in_use with what would be wrong without it */
  async remove(
    tx: Tx,
    organisation: OrganisationId,
    { kind, id }: { readonly kind: Exclude<Kind, 'organisation'>; readonly id: string },
    version: number | null = null,
  ): Promise<StoredSetting> {
    await this.settings.lock(tx);
    const stored = await this.settings.readStored(tx, organisation);
    const gone = expectEditable(stored, { kind, id }, version);
    const file = fileOf(
      stored.filter((one) => one !== gone),
      null,
    );
    try {
      readSettings(file, FAMILIES);
    } catch (fault) {
      if (!(fault instanceof SettingsFault)) throw fault;
      throw problem('in_use', { errors: fault.faults.map((line) => faultOf(line, '')) });
    }
    await this.settings.remove(tx, organisation, { kind, id });
    await this.announce(tx, organisation, kind, file);
    return gone;
  }

  /** After the commit: in force here when this resolves, and the other replicas are told. */
  async putIntoForce(): Promise<void> {
    await this.live.refresh();
    this.live.announce();
  }

  private async announce(
    tx: Tx,
    organisation: OrganisationId,
    kind: Kind,
    file: PlainFile,
  ): Promise<void> {
    if (kind === 'provider') {
      const { providers } = readSettings(file, FAMILIES);
      const { rates } = await this.prices.readActive([organisation], tx);
      const own = rates.filter((rate) => rate.organisationId === organisation);
      const declared = pricesOfSettings({ exchange_rates: [...own], providers });
      await this.prices.addBook(tx, organisation, CONSOLE, declared);
    }
    await this.settings.announceChange(tx, organisation);
  }
}

interface PlainFile {
  readonly apiVersion: 'gw/v1';
  readonly organisation: object | undefined;
  readonly providers: readonly object[];
  readonly aliases: readonly object[];
  readonly workloads: readonly object[];
}

/** The edited thing stands last of its kind, so that its faults are found. */
function fileOf(stored: readonly StoredSetting[], edited: StoredSetting | null): PlainFile {
  const ordered = [...stored.filter((one) => one !== edited), ...(edited ? [edited] : [])];
  const of = (kind: Kind) =>
    ordered.filter((one) => one.kind === kind).map(({ settings }) => settings);
  return {
    apiVersion: 'gw/v1',
    organisation: of('organisation')[0],
    providers: of('provider'),
    aliases: of('alias'),
    workloads: of('workload'),
  };
}

/** As a settings file would hold it, defaults included. @throws invalid by its own fields */
function checked(file: PlainFile, kind: Kind, edited: StoredSetting): object {
  const list = kind === 'organisation' ? null : LISTS[kind];
  const place = list ? file[list].indexOf(edited.settings) : 0;
  const prefixes = list ? [`${list}[${place}]`, `${list}.${edited.name}`] : ['organisation'];
  let read: SettingsFile;
  try {
    read = readSettings(file, FAMILIES);
  } catch (fault) {
    if (!(fault instanceof SettingsFault)) throw fault;
    throw problem('invalid', {
      errors: fault.faults.map((line) => faultOf(line, ...prefixes)),
    });
  }
  const dto = list ? read[list][place] : read.organisation;
  if (!dto) throw new Error('the checked settings lack what was edited');
  const { keys: _keys, ...settings } = dto as { readonly keys?: unknown };
  return settings;
}

/** `workloads[3].rpm: must be …` as a fault of `rpm`. */
export function faultOf(line: string, ...prefixes: readonly string[]): FieldFault {
  const at = line.indexOf(': ');
  const [path, message] = at < 0 ? ['', line] : [line.slice(0, at), line.slice(at + 2)];
  const prefix = prefixes.find((one) => path === one || path.startsWith(`${one}.`));
  return { path: prefix === undefined ? path : path.slice(prefix.length + 1), message };
}

function expectEditable(
  stored: readonly StoredSetting[],
  { kind, id }: { readonly kind: Kind; readonly id: string },
  version: number | null,
): StoredSetting {
  const found = stored.find((one) => one.kind === kind && one.id === id);
  if (!found) throw problem('not_found');
  if (found.managedBy === 'file') throw problem('managed_by_file');
  if (version !== null && found.version !== version) throw problem('version_changed');
  return found;
}

/** Providers and aliases go by their names. */
function namedAs(kind: Kind, id: string, settings: object) {
  const { name } = settings as { readonly name: string };
  return { name, id: kind === 'provider' || kind === 'alias' ? name : id };
}

const blank = (
  kind: Exclude<Kind, 'organisation'>,
  settings: object,
  ownerId: string | null,
): StoredSetting => ({
  kind,
  id: '',
  name: (settings as { readonly name?: string }).name ?? '',
  settings,
  version: 1,
  managedBy: CONSOLE,
  createdAt: null,
  ownerId,
});

const nameTaken = (name: string | undefined) =>
  problem('name_taken', { errors: [{ path: 'name', message: `${name ?? ''} is taken` }] });
