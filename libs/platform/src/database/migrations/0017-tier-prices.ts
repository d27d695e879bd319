import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Prices of the tiers of service beside the standard one. They lie in a table of their own, so that replicas
 * of the release before go on reading the prices that they know.
 */
export class TierPrices1763600000017 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only. Restore a backup instead.'));
  }
}

const TABLE = `
CREATE TABLE tier_price (
  version bigint NOT NULL REFERENCES price_book ON DELETE CASCADE,
  model text NOT NULL,
  tier text NOT NULL CHECK (tier IN ('flex', 'priority', 'scale', 'fast')),
  unit text NOT NULL,
  tier_above bigint NOT NULL DEFAULT 0,
  currency char(3) NOT NULL,
  nano_per_million numeric(36, 6) NOT NULL CHECK (nano_per_million >= 0),
  PRIMARY KEY (version, model, tier, unit, tier_above)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON tier_price TO gw_app;
`;
