import { Injectable } from '@nestjs/common';
import { sha256, type OrganisationId } from '#kernel';
import {
  bigintArray,
  bumpAllEpochs,
  Database,
  textArray,
  type Queries,
  type Statement,
  type Tx,
} from '#platform';
import type { ServiceTier } from '#wire';
import type { PriceUnit } from './price.js';

/** One price as it is stored: `nanoPerMillion` is decimal text with up to six decimals. */
export interface PriceLine {
  /** `<provider>/<model>`. */
  readonly model: string;
  readonly unit: PriceUnit;
  /** Applies above this many input tokens; 0 without a tier. */
  readonly tierAbove: number;
  readonly currency: string;
  readonly nanoPerMillion: string;
  /** Of service; the standard one when left out. */
  readonly tier?: ServiceTier;
}

export interface RateLine {
  readonly from: string;
  readonly to: string;
  readonly rate: string;
}

export interface PriceBookContent {
  readonly prices: readonly PriceLine[];
  readonly exchangeRates: readonly RateLine[];
}

export interface StoredPrice extends PriceLine {
  readonly version: number;
  /** Null for the price list of the whole instance. */
  readonly organisationId: OrganisationId | null;
}

export interface StoredRate extends RateLine {
  readonly organisationId: OrganisationId | null;
}

// Of the instance, and of the organisations that are asked for: of all when none are named.
const LATEST = `SELECT DISTINCT ON (org_id) version, org_id FROM price_book
  WHERE active_from <= now() AND ($1::uuid[] IS NULL OR org_id IS NULL OR org_id = ANY ($1))
  ORDER BY org_id, version DESC`;
const READ_PRICES: Statement = {
  name: 'price-read-active',
  text: `WITH b AS (${LATEST})
    SELECT b.version, b.org_id, p.model, p.unit, p.tier_above, p.currency,
      p.nano_per_million::text, 'standard' AS tier
    FROM b JOIN price p USING (version)
    UNION ALL SELECT b.version, b.org_id, p.model, p.unit, p.tier_above, p.currency,
      p.nano_per_million::text, p.tier
    FROM b JOIN tier_price p USING (version)`,
};
const READ_RATES: Statement = {
  name: 'price-read-rates',
  text: `SELECT b.org_id, r.from_currency, r.to_currency, trim_scale(r.rate)::text AS rate
    FROM (${LATEST}) b JOIN exchange_rate r USING (version)`,
};
// Of each price the first that was in force since a list was approved: a model that went and comes back is
// held against what it cost.
const SINCE_APPROVED = `SELECT version, is_approved FROM price_book
  WHERE org_id IS NULL AND version >= coalesce((SELECT max(version) FROM price_book
    WHERE org_id IS NULL AND is_approved AND active_from <= now()), 0)`;
const READ_APPROVED_PRICES: Statement = {
  name: 'price-read-approved',
  text: `SELECT DISTINCT ON (model, unit, tier_above, tier) model, unit, tier_above, currency,
      nano_per_million::text, tier
    FROM (
      SELECT version, model, unit, tier_above, currency, nano_per_million, 'standard' AS tier FROM price
      UNION ALL SELECT version, model, unit, tier_above, currency, nano_per_million, tier FROM tier_price
    ) p JOIN (${SINCE_APPROVED}) b USING (version)
    ORDER BY model, unit, tier_above, tier, version`,
};
const READ_APPROVED_RATES: Statement = {
  name: 'price-read-approved-rates',
  text: `SELECT DISTINCT ON (from_currency, to_currency) from_currency, to_currency,
      trim_scale(rate)::text AS rate
    FROM exchange_rate JOIN (${SINCE_APPROVED}) b USING (version)
    ORDER BY from_currency, to_currency, version`,
};
const OWNED: Statement = {
  name: 'price-owned-versions',
  text: 'SELECT version FROM price_book WHERE version = ANY ($1::bigint[]) AND org_id IS NOT NULL',
};
const LATEST_HASH: Statement = {
  name: 'price-latest-hash',
  text: `SELECT sha256, is_approved FROM price_book WHERE org_id IS NOT DISTINCT FROM $1
    AND active_from <= now() ORDER BY version DESC LIMIT 1`,
};
const ADD_BOOK: Statement = {
  name: 'price-add-book',
  text: `INSERT INTO price_book (org_id, source, sha256, active_from, is_approved)
    VALUES ($1, $2, $3, now(), $4) RETURNING version`,
};
const ADD_PRICES: Statement = {
  name: 'price-add-lines',
  text: `INSERT INTO price (version, model, unit, tier_above, currency, nano_per_million)
    SELECT $1, n.model, n.unit, n.above, n.currency, n.amount::numeric
    FROM unnest($2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[])
      AS n(model, unit, above, currency, amount)`,
};
const ADD_TIER_PRICES: Statement = {
  name: 'price-add-tier-lines',
  text: `INSERT INTO tier_price (version, model, unit, tier_above, currency, nano_per_million, tier)
    SELECT $1, n.model, n.unit, n.above, n.currency, n.amount::numeric, n.tier
    FROM unnest($2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::text[])
      AS n(model, unit, above, currency, amount, tier)`,
};
const ADD_RATES: Statement = {
  name: 'price-add-rates',
  text: `INSERT INTO exchange_rate (version, from_currency, to_currency, rate)
    SELECT $1, n.source, n.target, n.rate::numeric
    FROM unnest($2::text[], $3::text[], $4::text[]) AS n(source, target, rate)`,
};

@Injectable()
export class PriceRepository {
  constructor(private readonly database: Database) {}

  /**
   * @param only the organisations to read beside the list of the instance; all when left out
   * @param queries the transaction that it is read for
   */
  async readActive(
    only: readonly OrganisationId[] | null = null,
    queries: Queries = this.database,
  ): Promise<{ prices: StoredPrice[]; rates: StoredRate[] }> {
    const prices = await queries.query<
      PriceRow & { version: string; org_id: OrganisationId | null }
    >(READ_PRICES, [only]);
    const rates = await queries.query<{
      org_id: OrganisationId | null;
      from_currency: string;
      to_currency: string;
      rate: string;
    }>(READ_RATES, [only]);
    return {
      prices: prices.map((row) => ({
        version: Number(row.version),
        organisationId: row.org_id,
        ...lineOf(row),
      })),
      rates: rates.map((row) => ({
        organisationId: row.org_id,
        from: row.from_currency,
        to: row.to_currency,
        rate: row.rate,
      })),
    };
  }

  /** The list of the whole instance, which organisations' own prices replace model by model. */
  readInstanceList(): Promise<{ prices: StoredPrice[]; rates: StoredRate[] }> {
    return this.readActive([]);
  }

  /**
   * What lists to come are held against: the instance's list that somebody approved last, and what came to it
   * since, at its first price.
   */
  async readApproved(): Promise<PriceBookContent> {
    const prices = await this.database.query<PriceRow>(READ_APPROVED_PRICES);
    const rates = await this.database.query<{
      from_currency: string;
      to_currency: string;
      rate: string;
    }>(READ_APPROVED_RATES);
    return {
      prices: prices.map(lineOf),
      exchangeRates: rates.map((row) => ({
        from: row.from_currency,
        to: row.to_currency,
        rate: row.rate,
      })),
    };
  }

  /** Which of some versions are of an organisation's settings, not of the instance's list. */
  async readOwned(versions: readonly number[]): Promise<ReadonlySet<number>> {
    const rows = await this.database.query<{ version: string }>(OWNED, [
      bigintArray(versions.map(BigInt)),
    ]);
    return new Set(rows.map(({ version }) => Number(version)));
  }

  /**
   * Puts a list into force for the whole instance; running replicas hear of it.
   * @param isApproved somebody has looked at all of it
   */
  async addInstanceList(tx: Tx, source: string, content: PriceBookContent, isApproved = true) {
    const version = await this.addBook(tx, null, source, content, isApproved);
    await bumpAllEpochs(tx, 'settings');
    return version;
  }

  /**
   * A new version, active at once; the same content twice makes no version, unless it is approved now.
   * @returns the version, or undefined when nothing changed
   */
  async addBook(
    tx: Tx,
    organisation: OrganisationId | null,
    source: string,
    content: PriceBookContent,
    isApproved = true,
  ): Promise<number | undefined> {
    const digest = digestOf(content);
    const [latest] = await tx.query<{ sha256: Buffer; is_approved: boolean }>(LATEST_HASH, [
      organisation,
    ]);
    const isSame = latest?.sha256.equals(digest) ?? false;
    if (isSame && (latest?.is_approved || !isApproved)) return undefined;
    const values = [organisation, source, digest, isApproved];
    const [book] = await tx.query<{ version: string }>(ADD_BOOK, values);
    const version = Number(book?.version);
    const { prices, exchangeRates } = content;
    const standard = prices.filter((line) => tierOf(line) === 'standard');
    const others = prices.filter((line) => tierOf(line) !== 'standard');
    await tx.query(ADD_PRICES, [version, ...columnsOf(standard)]);
    await tx.query(ADD_TIER_PRICES, [version, ...columnsOf(others), textArray(others.map(tierOf))]);
    await tx.query(ADD_RATES, [
      version,
      textArray(exchangeRates.map((line) => line.from)),
      textArray(exchangeRates.map((line) => line.to)),
      textArray(exchangeRates.map((line) => line.rate)),
    ]);
    return version;
  }
}

interface PriceRow {
  readonly model: string;
  readonly unit: PriceUnit;
  readonly tier_above: string;
  readonly currency: string;
  readonly nano_per_million: string;
  readonly tier: ServiceTier;
}

const lineOf = (row: PriceRow): PriceLine => ({
  model: row.model,
  unit: row.unit,
  tierAbove: Number(row.tier_above),
  currency: row.currency,
  nanoPerMillion: row.nano_per_million,
  tier: row.tier,
});

const columnsOf = (lines: readonly PriceLine[]): unknown[] => [
  textArray(lines.map((line) => line.model)),
  textArray(lines.map((line) => line.unit)),
  bigintArray(lines.map((line) => BigInt(line.tierAbove))),
  textArray(lines.map((line) => line.currency)),
  textArray(lines.map((line) => line.nanoPerMillion)),
];

export const tierOf = ({ tier }: PriceLine): ServiceTier => tier ?? 'standard';

/** The same for the same prices and rates, in whatever order and with whatever beside them. */
function digestOf({ prices, exchangeRates }: PriceBookContent): Buffer {
  const lines = [
    ...prices.map((line) =>
      [
        line.model,
        line.unit,
        line.tierAbove,
        line.currency,
        line.nanoPerMillion,
        ...(tierOf(line) === 'standard' ? [] : [tierOf(line)]), // As lists were digested before tiers.
      ].join(' '),
    ),
    ...exchangeRates.map(({ from, to, rate }) => [from, to, rate].join(' ')),
  ];
  return sha256(lines.toSorted().join('\n'));
}
