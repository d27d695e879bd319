import { Injectable } from '@nestjs/common';
import { TOOL_FAMILY } from '#call';
import { readLastOfProviders } from '#insight';
import { Clock, problem } from '#kernel';
import type { Actor } from '#members';
import { Database, type Statement, type Tx } from '#platform';
import { ProviderTest } from '#providers';
import { ToolServers } from '#tools';
import { DatabaseDirectory, type StoredSetting } from '#workloads';
import { AdminLog } from '../http/admin-log.js';
import type { ProviderStateView, ProviderView } from './provider.dto.js';
import { testToolServer } from './test-tool-server.js';
import { testView, type LastTestView, type ProviderTestView } from './provider-test.dto.js';

const KEEP: Statement = {
  name: 'provider-test-keep',
  text: `INSERT INTO provider_test (org_id, provider, at, member_id, version, report)
    SELECT $1, name, $3, $4, $5, $6 FROM provider WHERE org_id = $1 AND name = $2
    ON CONFLICT (org_id, provider) DO UPDATE SET at = excluded.at, member_id = excluded.member_id,
      version = excluded.version, report = excluded.report`,
};
const READ: Statement = {
  name: 'provider-test-read',
  text: `SELECT t.provider, t.at, t.version, t.report, m.name AS by
    FROM provider_test t LEFT JOIN member m ON m.id = t.member_id WHERE t.org_id = $1`,
};

interface KeptTest extends Pick<LastTestView, 'at' | 'by'> {
  readonly provider: string;
  readonly version: number;
  readonly report: Readonly<ProviderTestView>;
}

/** What is known of providers beside their settings: where they are, when they were used, and their tests. */
@Injectable()
export class ProviderStates {
  constructor(
    private readonly directory: DatabaseDirectory,
    private readonly tests: ProviderTest,
    private readonly servers: ToolServers,
    private readonly database: Database,
    private readonly log: AdminLog,
    private readonly clock: Clock,
  ) {}

  async with(
    { organisationId }: Actor,
    views: readonly Readonly<ProviderView>[],
  ): Promise<ProviderStateView[]> {
    const [kept, used] = await Promise.all([
      this.database.query<KeptTest>(READ, [organisationId]),
      readLastOfProviders(this.database, organisationId),
    ]);
    const tests = new Map(kept.map((test) => [test.provider, test]));
    const providers = this.directory.organisation(organisationId)?.providers;
    return views.map((view): ProviderStateView => {
      const place = providers?.get(view.name)?.jurisdiction;
      const test = tests.get(view.name);
      return {
        ...view,
        place: place
          ? {
              zone: place.zone,
              countries: [...place.countries],
              guaranteed: place.guaranteed,
              source: place.source,
            }
          : null,
        last_used_at: used.get(view.name) ?? null,
        last_test: test ? lastTest(test, view.version) : null,
      };
    });
  }

  /** Asks it, as it is in force, and keeps what was found. @throws not_found */
  async test(actor: Actor, { id, version }: StoredSetting): Promise<ProviderTestView> {
    const { organisationId, memberId } = actor;
    const provider = await this.directory.findOrRefresh(() =>
      this.directory.organisation(organisationId)?.providers.get(id),
    );
    if (!provider) throw problem('not_found');
    const report =
      provider.family === TOOL_FAMILY
        ? await testToolServer(this.servers, this.clock, organisationId, provider)
        : await this.tests.run(organisationId, provider);
    const answer = testView(report);
    const { reachable, authenticated, fault } = answer;
    return this.log.change(actor, 'provider.test', async (_manager, tx: Tx) => {
      const at = new Date(this.clock.nowMs());
      await tx.query(KEEP, [organisationId, id, at, memberId, version, answer]);
      return {
        result: answer,
        answer,
        target: `provider ${id}`,
        after: { reachable, authenticated, fault },
      };
    });
  }
}

const lastTest = ({ at, by, version, report }: KeptTest, current: number): LastTestView => ({
  ...report,
  at,
  by,
  current: version === current,
});
