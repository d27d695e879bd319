import { Get, Patch } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { problem } from '#kernel';
import { reachOf } from '#contract';
import type { Actor } from '#members';
import { Config, outboundFault } from '#platform';
import { loosenedOrganisation, OrganisationDto } from '#workloads';
import { AdminController, Allow, Caller, IfMatch } from '../http/allow.js';
import { Settings } from '../openapi/describe.js';
import { expectMayLoosen } from '../settings/expect-may-loosen.js';
import { SettingsDesk } from '../settings/settings-desk.js';
import { OrganisationView, organisationView } from './organisation.dto.js';

/** What holds for all workloads: money, alerts, data protection, residency. */
@ApiTags('Organisation')
@AdminController('organisation')
export class OrganisationController {
  constructor(
    private readonly desk: SettingsDesk,
    private readonly config: Config,
  ) {}

  @Get()
  @Allow('organisation:read')
  @ApiOkResponse({ type: OrganisationView })
  async read(@Caller() actor: Actor): Promise<OrganisationView> {
    const found = await this.desk.find(actor, 'organisation', actor.organisationId);
    return viewFor(actor, organisationView(found));
  }

  /**
   * A merge patch (RFC 7396). Where data goes further than before, the session must be stepped up, and no token may.
   */
  @Patch()
  @Allow('organisation:update')
  @ApiBody({ type: OrganisationDto })
  @ApiOkResponse({ type: OrganisationView })
  async update(
    @Caller() actor: Actor,
    @IfMatch() version: number,
    @Settings() patch: object,
  ): Promise<OrganisationView> {
    return this.desk.update(actor, 'organisation', {
      id: actor.organisationId,
      version,
      patch,
      view: organisationView,
      expect: (before, after) => {
        expectGoodAlerts(this.config, before, after);
        const paths = loosenedOrganisation(before as OrganisationDto, after as OrganisationDto);
        expectMayLoosen(actor, paths);
      },
    });
  }
}

/** Who reads no settings is not told whom alerts go to: whoever has the address of a webhook may write there, too. */
function viewFor({ role }: Actor, view: OrganisationView): OrganisationView {
  if (reachOf(role, 'config:read') !== undefined) return view;
  const { settings, ...rest } = view;
  const { alerts: _addresses, ...shown } = settings as Partial<OrganisationDto>;
  return { ...rest, settings: shown };
}

/** What could never be sent, as far as it shows here. @throws invalid */
export function expectGoodAlerts(
  config: Pick<Config, 'outboundHosts' | 'runsBackgroundWork' | 'smtpUrl' | 'smtpFrom'>,
  before: Pick<OrganisationDto, 'alerts'> | null,
  after: Pick<OrganisationDto, 'alerts'>,
): void {
  const known = new Set((before?.alerts?.webhooks ?? []).map(({ url }) => url));
  const errors = (after.alerts?.webhooks ?? []).flatMap(({ url }, at) => {
    const message = known.has(url) ? undefined : outboundFault(url, config.outboundHosts);
    return message === undefined ? [] : [{ path: `alerts.webhooks[${at}].url`, message }];
  });
  const mails = (after.alerts?.emails ?? []).length > 0;
  // Where a worker seals, the server is set there, and an API does not know of it.
  if (mails && config.runsBackgroundWork && !(config.smtpUrl && config.smtpFrom)) {
    errors.push({ path: 'alerts.emails', message: 'GW_SMTP_URL and GW_SMTP_FROM are not set' });
  }
  if (errors.length > 0) throw problem('invalid', { errors });
}
