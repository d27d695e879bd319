import { Body, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { isServerMethod, TOOL_FAMILY } from '#call';
import type { Actor } from '#members';
import type { ProviderDto } from '#workloads';
import { AdminController, Allow, Caller } from '../http/allow.js';
import { ListQuery, pageOf, readCursor, type Page } from '../http/page.js';
import { AnswersPage } from '../openapi/describe.js';
import { providerView, ProviderView } from '../providers/provider.dto.js';
import { SettingsDesk } from '../settings/settings-desk.js';
import { OfferedTools } from './offered-tools.js';
import { ToolApprovalDto, ToolServerView, ToolsView } from './tool.dto.js';

/**
 * Tools of the providers of family `mcp`. Their servers are added, changed and deleted as providers; what is served
 * of one is what was approved of it here, or by the settings file.
 */
@ApiTags('Tool servers')
@AdminController('tool-servers')
export class ToolServersController {
  constructor(
    private readonly desk: SettingsDesk,
    private readonly offered: OfferedTools,
  ) {}

  /** By name. */
  @Get()
  @Allow('provider:read')
  @AnswersPage(ToolServerView)
  async list(@Caller() actor: Actor, @Query() query: ListQuery): Promise<Page<ToolServerView>> {
    const [after = ''] = readCursor(query.cursor, 1) ?? [];
    const servers = (await this.desk.list(actor, 'provider')).flatMap(({ stored }) => {
      const { family, base_url, enabled, models, trusted = false } = stored.settings as ProviderDto;
      const { id, name } = stored;
      if (family !== TOOL_FAMILY || name <= after) return [];
      const ids = models.map((model) => model.id);
      const tools = ids.filter((one) => !isServerMethod(one));
      return [{ id, name, base_url, enabled, trusted, tools, methods: ids.filter(isServerMethod) }];
    });
    return pageOf(servers, query.limit, ({ name }) => [name]);
  }

  /** Asks the server for its tools, within five seconds, and tells what of them was approved, and what it has beside them. */
  @Get(':id/tools')
  @Allow('provider:manage')
  @ApiOkResponse({ type: ToolsView })
  async tools(@Caller() actor: Actor, @Param('id') id: string): Promise<ToolsView> {
    const { stored } = await this.desk.find(actor, 'provider', id);
    const [data, offers] = await Promise.all([
      this.offered.beside(actor, stored),
      this.offered.methods(actor, stored),
    ]);
    return { data, offers };
  }

  /** They are served from now on, to the workloads that were granted them. Those that the server has no more go. */
  @Post(':id/approve')
  @HttpCode(200)
  @Allow('provider:manage')
  @ApiOkResponse({ type: ProviderView })
  async approve(
    @Caller() actor: Actor,
    @Param('id') id: string,
    @Body() approval: ToolApprovalDto,
  ): Promise<ProviderView> {
    const { stored } = await this.desk.find(actor, 'provider', id);
    const models = await this.offered.approved(actor, stored, approval);
    // What was compared is what is changed: an edit in between is a conflict.
    const change = { id, version: stored.version, patch: { models }, view: providerView };
    return this.desk.update(actor, 'provider', change);
  }
}
