import { Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import {
  ApiBody,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiTags,
} from '@nestjs/swagger';
import type { Actor } from '#members';
import { Config } from '#platform';
import { loosenedProvider, type ProviderDto } from '#workloads';
import { AdminController, Allow, Caller, IfMatch } from '../http/allow.js';
import { ListQuery, pageOf, readCursor, type Page } from '../http/page.js';
import { AnswersPage, Settings } from '../openapi/describe.js';
import { expectMayLoosen } from '../settings/expect-may-loosen.js';
import { SettingsDesk } from '../settings/settings-desk.js';
import { expectGoodAddresses, expectGoodSecret } from './expect-provider.js';
import { ProviderStates } from './provider-states.js';
import { ProviderTestView } from './provider-test.dto.js';
import { ProviderInput, ProviderStateView, ProviderView, providerView } from './provider.dto.js';

/**
 * Providers and what opens them. A secret comes as `{value}`, is sealed, and is shown to nobody again: answers
 * hold its last characters and a fingerprint.
 */
@ApiTags('Providers')
@AdminController('providers')
export class ProvidersController {
  constructor(
    private readonly desk: SettingsDesk,
    private readonly states: ProviderStates,
    private readonly config: Config,
  ) {}

  @Get()
  @Allow('provider:read')
  @AnswersPage(ProviderStateView)
  async list(@Caller() actor: Actor, @Query() query: ListQuery): Promise<Page<ProviderStateView>> {
    const [after = ''] = readCursor(query.cursor, 1) ?? [];
    const all = (await this.desk.list(actor, 'provider')).map(providerView);
    const behind = all.filter(({ name }) => name > after);
    const { data, next_cursor: next } = pageOf(behind, query.limit, ({ name }) => [name]);
    return { data: await this.states.with(actor, data), next_cursor: next };
  }

  @Get(':id')
  @Allow('provider:read')
  @ApiOkResponse({ type: ProviderStateView })
  async read(@Caller() actor: Actor, @Param('id') id: string): Promise<ProviderStateView> {
    const view = providerView(await this.desk.find(actor, 'provider', id));
    const [state] = await this.states.with(actor, [view]);
    return state as ProviderStateView;
  }

  @Post()
  @Allow('provider:manage')
  @ApiBody({ type: ProviderInput })
  @ApiCreatedResponse({ type: ProviderView })
  async create(@Caller() actor: Actor, @Settings() wanted: object): Promise<ProviderView> {
    expectGoodSecret(wanted, undefined);
    return this.desk.create(actor, 'provider', wanted, providerView, (before, after) =>
      this.expect(actor, before, after),
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
      expect: (before, after) => this.expect(actor, before, after),
    });
  }

  @Delete(':id')
  @HttpCode(204)
  @Allow('provider:manage')
  @ApiNoContentResponse()
  async remove(@Caller() actor: Actor, @Param('id') id: string): Promise<void> {
    await this.desk.remove(actor, 'provider', id);
  }

  /**
   * Asks for the list of its models, within ten seconds. Nothing is generated, nothing costs, and nothing that
   * anybody has written is sent. What was found is kept, with the time and who asked.
   */
  @Post(':id/test')
  @HttpCode(200)
  @Allow('provider:manage')
  @ApiOkResponse({ type: ProviderTestView })
  async tryOut(@Caller() actor: Actor, @Param('id') id: string): Promise<ProviderTestView> {
    const { stored } = await this.desk.find(actor, 'provider', id);
    return this.states.test(actor, stored);
  }

  /** Whoever has values sent to a tool server may decide that. */
  private expect(actor: Actor, before: object | null, after: object): void {
    expectGoodAddresses(this.config, actor, before, after);
    expectMayLoosen(actor, loosenedProvider(before as ProviderDto | null, after as ProviderDto));
  }
}
