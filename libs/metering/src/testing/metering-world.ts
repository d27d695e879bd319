import { Directory, EndedCalls, type Organisation, type Spender, type Workload } from '#call';
import { SystemClock, type OrganisationId, type WorkloadId } from '#kernel';
import { ReplicaId, type Database, type Statement } from '#platform';
import { anOrganisation } from '../../../../test/support/a-call.js';
import { Admission } from '../admission/admission.js';
import { PostgresCounterStore } from '../admission/postgres-counter-store.js';
import { PostgresIntentStore } from '../admission/postgres-intent-store.js';
import { HoldGrowth } from '../hold/hold-growth.js';
import { HoldSizer } from '../hold/hold-sizer.js';
import { ProgressBook } from '../hold/progress-book.js';
import { MeterInterceptor } from '../meter.interceptor.js';
import { PriceBook } from '../price-book/price-book.js';
import { PriceRepository, type PriceLine, type RateLine } from '../price-book/price.repository.js';
import type { PriceUnit } from '../price-book/price.js';

const ADD_ORGANISATION: Statement = {
  name: 'test-add-organisation',
  text: `INSERT INTO organisation (id, name, currency, time_zone, settings, managed_by)
    VALUES ($1, $2, $3, 'UTC', '{}', 'test')`,
};

class Organisations extends Directory {
  readonly all = new Map<OrganisationId, Organisation>();

  organisation(id: OrganisationId): Organisation | undefined {
    return this.all.get(id);
  }

  workload(_id: WorkloadId): Workload | undefined {
    return undefined;
  }

  organisations(): Iterable<Organisation> {
    return this.all.values();
  }

  spenders(): Iterable<Spender> {
    return [];
  }
}

/** Answers come late where a test says so, as they do from a server that is at work. */
class LateStore extends PostgresCounterStore {
  /** What happens between an answer and its arrival, once. */
  meanwhile: (() => Promise<void>) | undefined;

  override async admit(...asked: Parameters<PostgresCounterStore['admit']>) {
    const answer = await super.admit(...asked);
    const { meanwhile } = this;
    this.meanwhile = undefined;
    await meanwhile?.();
    return answer;
  }
}

/** Metering on a database of the test's own, with organisations that have prices. */
export function meteringWorld(database: Database) {
  const clock = new SystemClock();
  const directory = new Organisations();
  const repository = new PriceRepository(database);
  const book = new PriceBook(repository, directory);
  const organisation = anOrganisation();
  const replica = new ReplicaId(organisation.id);
  const store = new LateStore(database, replica);
  const endedCalls = new EndedCalls();
  const intents = new PostgresIntentStore(database, replica);
  const admission = new Admission(store, intents, clock);
  const growth = new HoldGrowth(admission, new ProgressBook(intents, clock));
  const meter = new MeterInterceptor(
    book,
    new HoldSizer(clock),
    admission,
    growth,
    endedCalls,
    clock,
  );

  async function addOrganisation(change: Partial<Organisation> = {}): Promise<Organisation> {
    const added = anOrganisation(change);
    const values = [added.id, `Organisation ${added.id}`, added.currency];
    await database.query(ADD_ORGANISATION, values);
    directory.all.set(added.id, added);
    return added;
  }

  /** @param owner null for the list of the whole instance */
  async function addPrices(
    owner: Organisation | null,
    prices: readonly PriceLine[],
    exchangeRates: readonly RateLine[] = [],
    reloaded?: readonly OrganisationId[],
  ): Promise<number | undefined> {
    const content = { prices, exchangeRates };
    const version = await database.transaction((tx) =>
      repository.addBook(tx, owner?.id ?? null, 'test', content),
    );
    await book.reload(reloaded);
    return version;
  }

  const removeOrganisation = ({ id }: Organisation): void => void directory.all.delete(id);

  return {
    repository,
    book,
    meter,
    store,
    endedCalls,
    addOrganisation,
    removeOrganisation,
    addPrices,
  };
}

/** @param nano per piece */
export const aLine = (
  model: string,
  unit: PriceUnit,
  nano: string,
  change: Partial<PriceLine> = {},
): PriceLine => ({
  model,
  unit,
  tierAbove: 0,
  currency: 'EUR',
  nanoPerMillion: `${nano}000000`,
  ...change,
});
