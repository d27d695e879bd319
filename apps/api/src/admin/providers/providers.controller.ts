import { Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import {
  ApiBody,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiTags,
} from '@nestjs/swagger';
import { problem } from '#kernel';
import type { Actor } from '#members';
import { Config } from '#platform';
import { ProviderTest } from '#providers';
import { DatabaseDirectory, type ProviderDto } from '#workloads';
import { AdminLog } from '../http/admin-log.js';
import { AdminController, Allow, Caller, IfMatch } from '../http/allow.js';
import { ListQuery, pageOf, readCursor, type Page } from '../http/page.js';
import { AnswersPage, Settings } from '../openapi/describe.js';
import { SettingsDesk } from '../settings/settings-desk.js';
import { expectGoodAddresses, expectGoodSecret } from './expect-provider.js';
import {
  ProviderInput,
  ProviderTestView,
  ProviderView,
  providerView,
  testView,
} from './provider.dto.js';

/**
 * Providers and what opens them. A secret comes as `{value}`, is sealed, and is shown to nobody again: answers
 * hold its last characters and a fingerprint.
 */
@ApiTags('Providers')
@AdminController('providers')
export class ProvidersController {
  constructor(
    private readonly desk: SettingsDesk,
    private readonly directory: DatabaseDirectory,
    private readonly test: ProviderTest,
    private readonly log: AdminLog,
    private readonly config: Config,
  ) {}

  @Get()
  @Allow('provider:read')
  @AnswersPage(ProviderView)
  async list(@Caller() actor: Actor, @Query() query: ListQuery): Promise<Page<ProviderView>> {
    const [after = ''] = readCursor(query.cursor, 1) ?? [];
    const all = (await this.desk.list(actor, 'provider')).map(providerView);
    const behind = all.filter(({ name }) => name > after);
    return pageOf(behind, query.limit, ({ name }) => [name]);
  }

  @Get(':id')
  @Allow('provider:read')
  @ApiOkResponse({ type: ProviderView })
  async read(@Caller() actor: Actor, @Param('id') id: string): Promise<ProviderView> {
    return providerView(await this.desk.find(actor, 'provider', id));
  }

  @Post()
  @Allow('provider:manage')
  @ApiBody({ type: ProviderInput })
  @ApiCreatedResponse({ type: ProviderView })
  async create(@Caller() actor: Actor, @Settings() wanted: object): Promise<ProviderView> {
    expectGoodSecret(wanted, undefined);
    return this.desk.create(actor, 'provider', wanted, providerView, (before, after) =>
      expectGoodAddresses(this.config, actor, before, after),
    );
  }

  /**
   * A merge patch (RFC 7396) of the settings. A secret is replaced as a whole, and asked for again where the
   * provider moves to another host.
   */
  @Patch(':id')
  @Allow('provider:manage')
  @ApiBody({ type: ProviderInput })
  @ApiOkResponse({ type: ProviderView })
  async update(
    @Caller() actor: Actor,
    @Param('id') id: string,
    @IfMatch() version: number,
    @Settings() patch: object,
  ): Promise<ProviderView> {
    const { stored } = await this.desk.find(actor, 'provider', id);
    expectGoodSecret(patch, (stored.settings as ProviderDto).family);
    return this.desk.update(actor, 'provider', {
      id,
      version,
      patch,
      view: providerView,
      expect: (before, after) => expectGoodAddresses(this.config, actor, before, after),
    });
  }

  @Delete(':id')
  @HttpCode(204)
  @Allow('provider:manage')
  @ApiNoContentResponse()
  async remove(@Caller() actor: Actor, @Param('id') id: string): Promise<void> {
    await this.desk.remove(actor, 'provider', id);
  }

  /** Asks for the list of its models, within ten seconds. Nothing is generated. */
  @Post(':id/test')
  @HttpCode(200)
  @Allow('provider:manage')
  @ApiOkResponse({ type: ProviderTestView })
  async tryOut(@Caller() actor: Actor, @Param('id') id: string): Promise<ProviderTestView> {
    const organisation = this.directory.organisation(actor.organisationId);
    const provider = organisation?.providers.get(id);
    if (!provider) throw problem('not_found');
    const answer = testView(await this.test.run(actor.organisationId, provider));
    const { reachable, authenticated, fault } = answer;
    return this.log.change(actor, 'provider.test', async () => ({
      result: answer,
      answer,
      target: `provider ${id}`,
      after: { reachable, authenticated, fault },
    }));
  }
}
