import { SystemClock, SystemEntropy } from '#kernel';
import { MEMBER_ENTITIES } from '#members';
import { loadConfig, openInstance, type Config, type OpenInstance } from '#platform';

/** Runs on the database that the environment names, beside a working gateway if there is one. */
export async function withInstance<Result>(
  work: (instance: OpenInstance, config: Config) => Promise<Result>,
  { migrates = false }: { readonly migrates?: boolean } = {},
): Promise<Result> {
  const config = loadConfig();
  const use = { migrates, isGuest: true, entities: MEMBER_ENTITIES };
  const instance = await openInstance(config, new SystemClock(), new SystemEntropy(), use);
  try {
    return await work(instance, config);
  } finally {
    await instance.close();
  }
}

export const print = (text: string): void => void process.stdout.write(`${text}\n`);
