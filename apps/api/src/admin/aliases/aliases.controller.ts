import { Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import {
  ApiBody,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiTags,
} from '@nestjs/swagger';
import type { Actor } from '#members';
import { AliasDto } from '#workloads';
import { AdminController, Allow, Caller, IfMatch } from '../http/allow.js';
import { ListQuery, pageOf, readCursor, type Page } from '../http/page.js';
import { AnswersPage, Settings } from '../openapi/describe.js';
import { SettingsDesk } from '../settings/settings-desk.js';
import { AliasView, aliasView } from './alias.dto.js';

/** Names of the organisation's own for models: what is drawn from, and what is tried when that fails. */
@ApiTags('Aliases')
@AdminController('aliases')
export class AliasesController {
  constructor(private readonly desk: SettingsDesk) {}

  @Get()
  @Allow('alias:read')
  @AnswersPage(AliasView)
  async list(@Caller() actor: Actor, @Query() query: ListQuery): Promise<Page<AliasView>> {
    const [after = ''] = readCursor(query.cursor, 1) ?? [];
    const all = (await this.desk.list(actor, 'alias')).map(aliasView);
    return pageOf(
      all.filter(({ name }) => name > after),
      query.limit,
      ({ name }) => [name],
    );
  }

  /** A slash in a name is `%2F` in the path. */
  @Get(':id')
  @Allow('alias:read')
  @ApiOkResponse({ type: AliasView })
  async read(@Caller() actor: Actor, @Param('id') id: string): Promise<AliasView> {
    return aliasView(await this.desk.find(actor, 'alias', id));
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
}
