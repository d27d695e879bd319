import { Injectable } from '@nestjs/common';
import { newestCheckpoint, Sealer } from '#audit';
import { Directory } from '#call';
import type { OrganisationId } from '#kernel';
import { Database, type Statement } from '#platform';
import { ProviderHealth } from '#providers';
import type { NoticeView, OverviewView } from './overview.dto.js';

const NEAR = 0.8;
const SHOWN_MAX = 20;
const EXPIRING_MAX = 5;

const LAST_CHECK: Statement = {
  name: 'overview-last-check',
  text: `SELECT result ->> 'firstBrokenSeq' AS broken, ended_at > now() - interval '30 days' AS "isRecent"
    FROM audit_job WHERE org_id = $1 AND kind = 'verify' AND status = 'done' ORDER BY id DESC LIMIT 1`,
};
const EXPIRING: Statement = {
  name: 'overview-expiring-keys',
  text: `SELECT id, name, expires_at AS "expiresAt" FROM virtual_key
    WHERE org_id = $1 AND revoked_at IS NULL AND rotated_to IS NULL
      AND expires_at > now() AND expires_at < now() + interval '14 days'
    ORDER BY expires_at LIMIT ${EXPIRING_MAX}`,
};

/** What somebody should look at. */
@Injectable()
export class Notices {
  constructor(
    private readonly database: Database,
    private readonly directory: Directory,
    private readonly health: ProviderHealth,
    private readonly sealer: Sealer,
  ) {}

  /** @param seesAll else nothing of the organisation itself */
  async of(
    organisation: OrganisationId,
    limits: OverviewView['limits'],
    seesAll: boolean,
  ): Promise<readonly NoticeView[]> {
    const near = limits
      .filter(({ share }) => share >= NEAR)
      .map(({ limit, share, workload_name: workload }) => ({
        notice: 'limit_near',
        level: share >= 1 ? ('error' as const) : ('warning' as const),
        about: { limit, share, ...(workload !== null && { workload }) },
      }));
    if (!seesAll) return near;
    const all = [
      ...this.breakers(organisation),
      ...(await this.log(organisation)),
      ...near,
      ...(await this.keys(organisation)),
    ];
    return all.slice(0, SHOWN_MAX);
  }

  private breakers(id: OrganisationId): readonly NoticeView[] {
    const organisation = this.directory.organisation(id);
    if (!organisation) return [];
    return this.health
      .statesOf(organisation)
      .filter(({ state }) => state !== 'closed')
      .map(({ provider, model }) => ({
        notice: 'breaker_open',
        level: 'warning',
        about: { provider, model },
      }));
  }

  private async log(organisation: OrganisationId): Promise<readonly NoticeView[]> {
    const [last] = await this.database.query<{ broken: string | null; isRecent: boolean }>(
      LAST_CHECK,
      [organisation],
    );
    const aside = this.sealer.rowsSetAside;
    const notices: NoticeView[] =
      aside > 0 ? [{ notice: 'rows_set_aside', level: 'error', about: { rows: aside } }] : [];
    if (last?.broken != null) {
      notices.push({ notice: 'log_broken', level: 'error', about: { seq: Number(last.broken) } });
    } else if (!last?.isRecent && (await newestCheckpoint(this.database, organisation))) {
      notices.push({ notice: 'log_not_verified', level: 'warning', about: {} });
    }
    return notices;
  }

  private async keys(organisation: OrganisationId): Promise<readonly NoticeView[]> {
    const rows = await this.database.query<{ id: string; name: string; expiresAt: Date }>(
      EXPIRING,
      [organisation],
    );
    return rows.map(({ id, name, expiresAt }) => ({
      notice: 'key_expiring',
      level: 'warning',
      about: { key: id, name, expires_at: expiresAt.toISOString() },
    }));
  }
}
