import type { Queries, Statement } from '#platform';

/** What an import must fit to. */
export interface Known {
  /** Names of the providers that organisations have. */
  readonly providers: ReadonlySet<string>;
  readonly organisations: readonly { readonly name: string; readonly currency: string }[];
}

const LIST_PROVIDERS: Statement = {
  name: 'cli-providers',
  text: 'SELECT DISTINCT name FROM provider ORDER BY name',
};
const LIST_CURRENCIES: Statement = {
  name: 'cli-currencies',
  text: 'SELECT name, currency FROM organisation ORDER BY name',
};

export async function readKnown(database: Queries): Promise<Known> {
  const providers = await database.query<{ name: string }>(LIST_PROVIDERS);
  const organisations = await database.query<Known['organisations'][number]>(LIST_CURRENCIES);
  return { providers: new Set(providers.map(({ name }) => name)), organisations };
}
