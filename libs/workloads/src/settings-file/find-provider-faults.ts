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
    ];
  });

function vertexFaults(where: string, provider: ProviderDto): string[] {
  const { family, region, project, secret, token_url: tokenUrl } = provider;
  if (!isVertex(family)) {
    return [
      ...when(project !== undefined, `${where}.project: of no use to the family ${family}`),
      ...when(tokenUrl !== undefined, `${where}.token_url: of no use to the family ${family}`),
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
