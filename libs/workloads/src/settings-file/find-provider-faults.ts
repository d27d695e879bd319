import { TOOL_FAMILY } from '#call';
import { commandIn } from '#platform';
import type { ProviderDto, SettingsFile } from './settings-file.dto.js';
import { when } from './when.js';

/** Its requests are signed for one region. */
const isSigned = (family: string): boolean => family === 'bedrock';

const isVertex = (family: string): boolean => family.startsWith('vertex-');

/** Members that a family needs, and those that would do nothing. */
export const findProviderFaults = ({ providers }: SettingsFile): string[] =>
  providers.flatMap((provider) => {
    const where = `providers.${provider.name}`;
    return [
      ...when(
        isSigned(provider.family) && provider.region === undefined,
        `${where}.region: the family ${provider.family} needs it, as in eu-central-1`,
      ),
      ...vertexFaults(where, provider),
      ...headerFaults(where, provider),
      ...toolServerFaults(where, provider),
      ...fallbackFaults(where, provider, providers),
    ];
  });

/** A managed key that an own one may fall back to is that of another provider at the same address. */
function fallbackFaults(
  where: string,
  { fallback, credential, family, base_url: address }: ProviderDto,
  providers: readonly ProviderDto[],
): string[] {
  if (fallback === 'none') return [];
  const isShared = (one: ProviderDto): boolean =>
    one.credential === 'managed' && one.family === family && one.base_url === address;
  return [
    ...when(credential === 'managed', `${where}.fallback: its key is a managed one itself`),
    ...when(
      credential === 'own' && !providers.some(isShared),
      `${where}.fallback: no provider with a managed key serves the family ${family} at ${address}`,
    ),
  ];
}

/** What a request says of itself, and what it is sent with. */
const TAKEN =
  /^(?:host|connection|content-.*|transfer-encoding|te|trailer|upgrade|expect|accept|cookie|mcp-.*)$/i;

function headerFaults(
  where: string,
  { family, secret, secret_header: name }: ProviderDto,
): string[] {
  if (name === undefined) return [];
  return [
    ...when(family !== TOOL_FAMILY, `${where}.secret_header: of no use to the family ${family}`),
    ...when(TAKEN.test(name), `${where}.secret_header: ${name} is sent by the gateway itself`),
    ...when(secret === undefined, `${where}.secret_header: there is no secret to send in it`),
  ];
}

function toolServerFaults(where: string, provider: ProviderDto): string[] {
  const { family, oauth, trusted, secret, secret_header: header, token_url: tokenUrl } = provider;
  const isCommand = commandIn(provider.base_url) !== undefined;
  if (family !== TOOL_FAMILY) {
    return [
      ...when(oauth !== undefined, `${where}.oauth: of no use to the family ${family}`),
      ...when(isCommand, `${where}.base_url: the family ${family} is served over http`),
      ...when(trusted === true, `${where}.trusted: of no use to the family ${family}`),
    ];
  }
  if (isCommand) {
    return when(
      [oauth, secret, tokenUrl].some((one) => one !== undefined),
      `${where}.secret: a program is given what it needs by the env of GW_TOOL_COMMANDS`,
    );
  }
  if (!oauth) {
    return when(
      tokenUrl !== undefined,
      `${where}.token_url: of no use without oauth, which says who asks there`,
    );
  }
  return [
    ...when(tokenUrl === undefined, `${where}.token_url: oauth needs the address to ask at`),
    ...when(secret === undefined, `${where}.secret: oauth needs the secret of its client`),
    ...when(header !== undefined, `${where}.secret_header: a token of oauth is sent as a bearer`),
  ];
}

function vertexFaults(where: string, provider: ProviderDto): string[] {
  const { family, region, project, secret, token_url: tokenUrl } = provider;
  if (!isVertex(family)) {
    return [
      ...when(project !== undefined, `${where}.project: of no use to the family ${family}`),
      ...when(
        tokenUrl !== undefined && family !== TOOL_FAMILY,
        `${where}.token_url: of no use to the family ${family}`,
      ),
    ];
  }
  return [
    ...when(
      region === undefined,
      `${where}.region: the family ${family} needs it, as in europe-west4, eu or global`,
    ),
    ...when(
      project === undefined,
      `${where}.project: the family ${family} needs the id of the project`,
    ),
    ...when(
      secret === undefined,
      `${where}.secret: the family ${family} needs the key file of a service account`,
    ),
  ];
}
