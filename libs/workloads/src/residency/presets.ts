import type { ResidencyPolicy } from '#call';

interface Preset extends Pick<ResidencyPolicy, 'name' | 'allowZones' | 'requireGuaranteed'> {
  readonly adequacy: 'none' | 'list';
  /** Who runs the endpoint and who owns that stand under the law of these zones or countries. */
  readonly operatorIn?: readonly string[];
}

/** Policies that a word of the settings stands for; each of their settings can be set beside it. */
export const PRESETS = {
  eu: { name: 'EU only', allowZones: ['EU'], requireGuaranteed: true, adequacy: 'none' },
  eea_ch: {
    name: 'EEA + Switzerland',
    allowZones: ['EEA+CH'],
    requireGuaranteed: true,
    adequacy: 'none',
  },
  // The EEA, since the same law holds in all of it: decisions are about countries beyond.
  eu_adequate: {
    name: 'EU + adequate',
    allowZones: ['EEA'],
    requireGuaranteed: true,
    adequacy: 'list',
  },
  sovereign_eu: {
    name: 'Sovereign EU',
    allowZones: ['EU'],
    requireGuaranteed: true,
    adequacy: 'none',
    operatorIn: ['EEA'],
  },
  local: { name: 'Local only', allowZones: ['LOCAL'], requireGuaranteed: true, adequacy: 'none' },
  anything: {
    name: 'Anything',
    allowZones: ['GLOBAL'],
    requireGuaranteed: false,
    adequacy: 'none',
  },
} as const satisfies Readonly<Record<string, Preset>>;

export type PresetName = keyof typeof PRESETS;

export const PRESET_NAMES = Object.keys(PRESETS) as readonly PresetName[];

export const presetOf = (name: PresetName): Preset => PRESETS[name];
