import type { PresetShelf } from '../../components/kept-presets';
import { isRecord } from '../../lib/is-record';
import { readKept, writeKept } from '../../lib/kept';
import { EFFORTS, NO_PARAMETERS, type Parameters } from './model';

/** Settings by a name, in this browser and nowhere else. */
export interface Preset {
  readonly name: string;
  readonly model: string;
  readonly compare: string | undefined;
  /** Its texts are empty unless somebody wanted them kept. */
  readonly parameters: Parameters;
}

const STORED_AS = 'gw-playground-presets';

export const SHELF = {
  read: (storage) => readKept(storage, STORED_AS, presetOf),
  write: (storage, presets) => writeKept(storage, STORED_AS, presets),
} satisfies PresetShelf<Preset>;

/** What a preset holds of the settings: no text of a prompt without asking. */
export const keptOf = (parameters: Parameters, isWithTexts: boolean): Parameters =>
  isWithTexts ? parameters : { ...parameters, system: '', tools: '' };

function presetOf(value: unknown): Preset | undefined {
  if (!isRecord(value) || typeof value['name'] !== 'string') return undefined;
  const { name, model, compare, parameters } = value;
  const said = isRecord(parameters) ? parameters : {};
  const effort = EFFORTS.find((one) => one === said['effort']) ?? null;
  return {
    name,
    model: textOf(model),
    compare: textOf(compare) || undefined,
    parameters: {
      ...NO_PARAMETERS,
      system: textOf(said['system']),
      tools: textOf(said['tools']),
      temperature: numberOf(said['temperature']),
      maxTokens: numberOf(said['maxTokens']),
      effort,
    },
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown): number | '' => (typeof value === 'number' ? value : '');
