import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { parseDocument } from 'yaml';
import type { FieldFault } from '#kernel';
import { fieldFaults, joinPath } from '#platform';
import { findContradictions } from './find-contradictions.js';
import { findFamilyFaults, type Families } from './find-family-faults.js';
import { ProviderDto, SettingsFile } from './settings-file.dto.js';

/** All that is wrong with a settings file, one line each, with the path of the setting. */
export class SettingsFault extends Error {
  /** @param path of the file, where it has one */
  constructor(
    readonly faults: readonly string[],
    path?: string,
  ) {
    const file = path === undefined ? 'The settings file' : `The settings file ${path}`;
    super(`${file} cannot be used:\n- ${faults.join('\n- ')}`);
    this.name = 'SettingsFault';
  }
}

/** @throws SettingsFault listing every fault at once */
export function readSettingsFile(text: string, families: Families): SettingsFile {
  const document = parseDocument(text, { uniqueKeys: true });
  if (document.errors.length > 0) {
    throw new SettingsFault(document.errors.map(firstLineOf));
  }
  const file = readSettings(document.toJS({ maxAliasCount: 100 }), families);
  if (file.providers.length === 0) {
    throw new SettingsFault([
      'providers: at least one is needed; without one every call is refused',
    ]);
  }
  return file;
}

/**
 * The same for settings that are already values; those that people make in the Console begin
 * without providers. @throws SettingsFault
 */
export function readSettings(plain: unknown, families: Families): SettingsFile {
  if (typeof plain !== 'object' || plain === null || Array.isArray(plain)) {
    throw new SettingsFault(['The file must be a mapping that starts with apiVersion: gw/v1.']);
  }
  const unstorable = textsIn(plain, '').filter(({ text }) => !isStorable(text));
  if (unstorable.length > 0) {
    throw new SettingsFault(unstorable.map(({ path }) => `${path}: no text that can be stored`));
  }
  const file = plainToInstance(SettingsFile, plain, { exposeDefaultValues: true });
  fillAddresses(file, families);
  const ofFamilies = findFamilyFaults(file, families);
  const faults = fieldFaults(
    validateSync(file, { whitelist: true, forbidNonWhitelisted: true }),
  ).filter(({ path }) => !ofFamilies.untold.has(path));
  if (faults.length > 0 || ofFamilies.faults.length > 0) {
    throw new SettingsFault([...ofFamilies.faults, ...linesOf(faults, plain)]);
  }
  const contradictions = findContradictions(file);
  if (contradictions.length > 0) throw new SettingsFault(contradictions);
  return file;
}

/** The parser's own words, without the excerpt that follows them: it may hold a secret. */
const firstLineOf = ({ message }: Error): string =>
  (message.split('\n')[0] ?? '').replace(/:$/, '');

/** Nothing is known yet of the file but that it is a mapping. */
function fillAddresses({ providers }: SettingsFile, families: Families): void {
  if (!Array.isArray(providers)) return;
  for (const provider of providers as readonly unknown[]) {
    if (!(provider instanceof ProviderDto) || provider.base_url !== undefined) continue;
    const baseUrl = families.get(provider.family)?.baseUrl;
    if (typeof baseUrl === 'string') provider.base_url = baseUrl;
    // One that is missing, or no word, is told as the fault that it is.
    else if (baseUrl && typeof provider.region === 'string') {
      provider.base_url = baseUrl(provider.region);
    }
  }
}

/** What is not there breaks every rule of what may be there: it is told once, and as missing. */
function linesOf(faults: readonly FieldFault[], plain: object): readonly string[] {
  const missing = new Set<string>();
  return faults.flatMap(({ path, message }) => {
    if (valueAt(plain, path) !== undefined) return [`${path}: ${message}`];
    if (missing.has(path)) return [];
    missing.add(path);
    return [`${path}: is missing; ${message}`];
  });
}

/** @param path as in `workloads[2].budget.amount` */
const valueAt = (plain: object, path: string): unknown =>
  path
    .split(/[.[\]]+/)
    .filter((name) => name !== '')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined,
      plain,
    );

/** PostgreSQL keeps no character zero, and UTF-8 no half of a pair. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

function textsIn(value: unknown, path: string): { text: string; path: string }[] {
  if (typeof value === 'string') return [{ text: value, path }];
  if (typeof value !== 'object' || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(isStorable(key) ? [] : [{ text: key, path }]),
    ...textsIn(inner, isList ? `${path}[${key}]` : joinPath(path, key)),
  ]);
}
