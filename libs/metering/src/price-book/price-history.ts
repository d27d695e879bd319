import type { OrganisationId } from '#kernel';
import type { Queries, Statement } from '#platform';
import { tierOf, type PriceLine } from './price.repository.js';

const BOOKS_MAX = 1_000; // Lists are put into force some times a week, settings some times a day.

/** What a model was charged by from a moment on, as it was stored. */
export interface PriceChangePoint {
  readonly at: Date;
  readonly version: number;
  /** The settings of the organisation, or the list of the instance. */
  readonly isOwn: boolean;
  /** Empty: from then on it had no price. */
  readonly lines: readonly PriceLine[];
}

const HISTORY: Statement = {
  name: 'price-history',
  text: `WITH b AS (
      SELECT version, org_id IS NOT NULL AS own, active_from FROM price_book
      WHERE (org_id = $1 OR org_id IS NULL) AND active_from <= now()
      ORDER BY version DESC LIMIT ${BOOKS_MAX}
    ), p AS (
      SELECT version, unit, tier_above, currency, nano_per_million, 'standard' AS tier
      FROM price JOIN b USING (version) WHERE model = $2
      UNION ALL SELECT version, unit, tier_above, currency, nano_per_million, tier
      FROM tier_price JOIN b USING (version) WHERE model = $2
    )
    SELECT b.version, b.own, b.active_from AS at, coalesce(jsonb_agg(jsonb_build_object(
        'model', $2::text, 'unit', p.unit, 'tierAbove', p.tier_above, 'currency', p.currency,
        'nanoPerMillion', p.nano_per_million::text, 'tier', p.tier
      ) ORDER BY p.tier, p.unit, p.tier_above) FILTER (WHERE p.unit IS NOT NULL), '[]') AS lines
    FROM b LEFT JOIN p USING (version) GROUP BY b.version, b.own, b.active_from ORDER BY b.version`,
};

/** Each change of a model's price, oldest first. Own prices replace those of the instance's list. */
export async function readPriceHistory(
  queries: Queries,
  organisation: OrganisationId,
  model: string,
): Promise<readonly PriceChangePoint[]> {
  const books = await queries.query<{
    version: string;
    own: boolean;
    at: Date;
    lines: PriceLine[];
  }>(HISTORY, [organisation, model]);
  const points: PriceChangePoint[] = [];
  const latest: { own: readonly PriceLine[]; listed: readonly PriceLine[] } = {
    own: [],
    listed: [],
  };
  let told = '';
  for (const { version, own, at, lines } of books) {
    latest[own ? 'own' : 'listed'] = lines;
    const isOwn = latest.own.length > 0;
    const inForce = isOwn ? latest.own : latest.listed;
    const said = JSON.stringify([isOwn, inForce.map(amountOf)]);
    if (said === told || (told === '' && inForce.length === 0)) continue;
    told = said;
    points.push({ at, version: Number(version), isOwn, lines: inForce });
  }
  return points;
}

const amountOf = (line: PriceLine) => [
  line.unit,
  tierOf(line),
  line.tierAbove,
  line.currency,
  line.nanoPerMillion,
];
