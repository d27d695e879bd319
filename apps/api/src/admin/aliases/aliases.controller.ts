import { Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import {
  ApiBody,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiTags,
} from '@nestjs/swagger';
import { readLastOfAliases } from '#insight';
import type { Actor } from '#members';
import { Database } from '#platform';
import { AliasDto } from '#workloads';
import { AdminController, Allow, Caller, IfMatch } from '../http/allow.js';
import { ListQuery, pageOf, readCursor, type Page } from '../http/page.js';
import { AnswersPage, Settings } from '../openapi/describe.js';
import { SettingsDesk } from '../settings/settings-desk.js';
import { AliasUseView, AliasView, aliasView } from './alias.dto.js';

/** Names of the organisation's own for models: what is drawn from, and what is tried when that fails. */
@ApiTags('Aliases')
@AdminController('aliases')
export class AliasesController {
  constructor(
    private readonly desk: SettingsDesk,
    private readonly database: Database,
  ) {}

  @Get()
  @Allow('alias:read')
  @AnswersPage(AliasUseView)
  async list(@Caller() actor: Actor, @Query() query: ListQuery): Promise<Page<AliasUseView>> {
    const [after = ''] = readCursor(query.cursor, 1) ?? [];
    const all = (await this.desk.list(actor, 'alias')).map(aliasView);
    const behind = all.filter(({ name }) => name > after);
    const { data, next_cursor: next } = pageOf(behind, query.limit, ({ name }) => [name]);
    return { data: await this.withUse(actor, data), next_cursor: next };
  }

  /** A slash in a name is `%2F` in the path. */
  @Get(':id')
  @Allow('alias:read')
  @ApiOkResponse({ type: AliasUseView })
  async read(@Caller() actor: Actor, @Param('id') id: string): Promise<AliasUseView> {
    const view = aliasView(await this.desk.find(actor, 'alias', id));
    const [used] = await this.withUse(actor, [view]);
    return used as AliasUseView;
  }

  @Post()
  @Allow('alias:manage')
  @ApiBody({ type: AliasDto })
  @ApiCreatedResponse({ type: AliasView })
  async create(@Caller() actor: Actor, @Settings() wanted: object): Promise<AliasView> {
    return this.desk.create(actor, 'alias', wanted, aliasView);
  }

  /** A merge patch (RFC 7396). Lists are replaced as a whole. */
  @Patch(':id')
  @Allow('alias:manage')
  @ApiBody({ type: AliasDto })
  @ApiOkResponse({ type: AliasView })
  async update(
    @Caller() actor: Actor,
    @Param('id') id: string,
    @IfMatch() version: number,
    @Settings() patch: object,
  ): Promise<AliasView> {
    return this.desk.update(actor, 'alias', { id, version, patch, view: aliasView });
  }

  @Delete(':id')
  @HttpCode(204)
  @Allow('alias:manage')
  @ApiNoContentResponse()
  async remove(@Caller() actor: Actor, @Param('id') id: string): Promise<void> {
    await this.desk.remove(actor, 'alias', id);
  }

  private async withUse(
    { organisationId }: Actor,
    views: readonly Readonly<AliasView>[],
  ): Promise<AliasUseView[]> {
    const names = views.map(({ name }) => name);
    const used = await readLastOfAliases(this.database, organisationId, names);
    return views.map((view) => ({ ...view, last_used_at: used.get(view.name) ?? null }));
  }
}
