import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { parseDocument } from 'yaml';
import { findContradictions } from './find-contradictions.js';
import { SettingsFile } from './settings-file.dto.js';

/** All that is wrong with a settings file, one line each, with the path of the setting. */
export class SettingsFault extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`The settings file cannot be used:\n- ${faults.join('\n- ')}`);
    this.name = 'SettingsFault';
  }
}

/**
 * @param families names that a provider's family may have: the providers know them, not the file
 * @throws SettingsFault listing every fault at once
 */
export function readSettingsFile(text: string, families: readonly string[]): SettingsFile {
  const document = parseDocument(text, { uniqueKeys: true });
  if (document.errors.length > 0) {
    throw new SettingsFault(document.errors.map((error) => error.message.split('\n')[0] ?? ''));
  }
  return readSettings(document.toJS({ maxAliasCount: 100 }), families);
}

/** The same for settings that are already values. @throws SettingsFault */
export function readSettings(plain: unknown, families: readonly string[]): SettingsFile {
  if (typeof plain !== 'object' || plain === null || Array.isArray(plain)) {
    throw new SettingsFault(['The file must be a mapping that starts with apiVersion: gw/v1.']);
  }
  const file = plainToInstance(SettingsFile, plain, { exposeDefaultValues: true });
  const faults = validateSync(file, { whitelist: true, forbidNonWhitelisted: true }).flatMap(
    (error) => describe(error, ''),
  );
  if (faults.length > 0) throw new SettingsFault(faults);
  const contradictions = findContradictions(file, families);
  if (contradictions.length > 0) throw new SettingsFault(contradictions);
  return file;
}

function describe(error: ValidationError, above: string): string[] {
  const isIndex = /^\d+$/.test(error.property);
  const path = isIndex ? `${above}[${error.property}]` : join(above, error.property);
  const own = Object.entries(error.constraints ?? {}).map(([rule, message]) =>
    rule === 'whitelistValidation' ? `${path}: there is no such setting` : `${path}: ${message}`,
  );
  return [...own, ...(error.children ?? []).flatMap((child) => describe(child, path))];
}

const join = (above: string, name: string): string => (above ? `${above}.${name}` : name);
