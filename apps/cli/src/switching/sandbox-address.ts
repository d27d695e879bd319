import { FAMILIES } from '#providers';

/** Below the sandbox's address, where a family is no host of the chat format; see docs/sandbox.md. */
const PATHS: Readonly<Record<string, string>> = {
  anthropic: '',
  azure: '/v1',
  bedrock: '',
  cohere: '',
  custom: '/v1',
  gemini: '',
  mistral: '/mistral/v1',
  openai: '/v1',
};

/** Google's families take a key file that the sandbox was told of; a trial speaks the same format without one. */
const STAND_INS: Readonly<Record<string, string>> = {
  'vertex-claude': 'anthropic',
  'vertex-gemini': 'gemini',
};

/** A provider of the settings that is the sandbox. @param sandbox its address, as in `http://127.0.0.1:9901` */
export function sandboxAddress(sandbox: string, family: string): object {
  const standIn = STAND_INS[family] ?? family;
  const own = FAMILIES.get(standIn)?.baseUrl;
  const path =
    PATHS[standIn] ?? `/hosts/${standIn}${typeof own === 'string' ? new URL(own).pathname : '/v1'}`;
  return {
    family: standIn,
    base_url: `${sandbox.replace(/\/+$/, '')}${path.replace(/\/$/, '')}`,
    ...(standIn === 'bedrock' && { region: 'eu-central-1' }),
  };
}

/** The sandbox knows what to do by how an id ends, and is as strict as the model before it. */
export const sandboxModel = (id: string): string =>
  `${id}-${/embed/.test(id) ? 'embedding' : 'echo'}`;
