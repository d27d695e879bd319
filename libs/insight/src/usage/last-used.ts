import { textArray, type Queries, type Statement } from '#platform';

/** One look at the end of each series, however many calls there are. */
const PROVIDERS: Statement = {
  name: 'usage-last-of-providers',
  text: `
    SELECT s.provider AS name, max(c.at) AS at FROM usage_series s CROSS JOIN LATERAL (
      SELECT u.at FROM usage_call u WHERE u.series_id = s.id ORDER BY u.at DESC LIMIT 1
    ) c
    WHERE s.org_id = $1 AND s.provider <> '' GROUP BY s.provider`,
};
const ALIASES: Statement = {
  name: 'usage-last-of-aliases',
  text: `
    SELECT n.name, c.at FROM unnest($2::text[]) AS n(name) CROSS JOIN LATERAL (
      SELECT f.at FROM audit_facet f WHERE f.org_id = $1 AND f.facet = 'alias' AND f.value = n.name
      ORDER BY f.at DESC LIMIT 1
    ) c`,
};

interface Last {
  readonly name: string;
  readonly at: Date;
}

/** When the newest call of each provider began. As old as sealing: a few seconds. */
export async function readLastOfProviders(
  queries: Queries,
  organisationId: string,
): Promise<ReadonlyMap<string, Date>> {
  const rows = await queries.query<Last>(PROVIDERS, [organisationId]);
  return new Map(rows.map(({ name, at }) => [name, at]));
}

/** The same of calls that have named an alias. */
export async function readLastOfAliases(
  queries: Queries,
  organisationId: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const rows = await queries.query<Last>(ALIASES, [organisationId, textArray(names)]);
  return new Map(rows.map(({ name, at }) => [name, at]));
}
