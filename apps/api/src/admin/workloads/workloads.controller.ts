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
import { SettingsEditor } from '#operations';
import { Database } from '#platform';
import { WorkloadDto, type StoredSetting } from '#workloads';
import { AdminLog } from '../http/admin-log.js';
import { AdminController, Allow, Caller, IfMatch, reachIn } from '../http/allow.js';
import { mergePatch } from '../http/merge-patch.js';
import { ListQuery, pageOf, readCursor, type Page } from '../http/page.js';
import { AnswersPage, Settings } from '../openapi/describe.js';
import { WorkloadView, workloadView } from './workload.dto.js';

/** Workloads: each with its keys, limits, models and policy. Members see and change their own. */
@ApiTags('Workloads')
@AdminController('workloads')
export class WorkloadsController {
  constructor(
    private readonly editor: SettingsEditor,
    private readonly log: AdminLog,
    private readonly database: Database,
  ) {}

  @Get()
  @Allow('workload:read')
  @AnswersPage(WorkloadView)
  async list(@Caller() actor: Actor, @Query() query: ListQuery): Promise<Page<WorkloadView>> {
    const [after = ''] = readCursor(query.cursor, 1) ?? [];
    const visible = (await this.visible(actor)).filter(({ name }) => name > after);
    return pageOf(visible.map(workloadView), query.limit, ({ name }) => [name]);
  }

  @Get(':id')
  @Allow('workload:read')
  @ApiOkResponse({ type: WorkloadView })
  async read(@Caller() actor: Actor, @Param('id') id: string): Promise<WorkloadView> {
    const found = (await this.visible(actor)).find((one) => one.id === id);
    if (!found) throw problem('not_found');
    return workloadView(found);
  }

  @Post()
  @Allow('workload:manage')
  @ApiBody({ type: WorkloadDto })
  @ApiCreatedResponse({ type: WorkloadView })
  async create(@Caller() actor: Actor, @Settings() wanted: object): Promise<WorkloadView> {
    const made = await this.log.change(actor, 'workload.create', async (_manager, tx) => {
      const { organisationId, memberId } = actor;
      const stored = await this.editor.create(tx, organisationId, 'workload', wanted, memberId);
      const { id, settings } = stored;
      const answer = workloadView(stored);
      return { result: answer, answer, target: `workload ${id}`, workloadId: id, after: settings };
    });
    await this.editor.putIntoForce();
    return made;
  }

  /** A merge patch (RFC 7396) of the settings; null sets a member back to its default. */
  @Patch(':id')
  @Allow('workload:manage')
  @ApiBody({ type: WorkloadDto })
  @ApiOkResponse({ type: WorkloadView })
  async update(
    @Caller() actor: Actor,
    @Param('id') id: string,
    @IfMatch() version: number,
    @Settings() patch: object,
  ): Promise<WorkloadView> {
    await this.expectVisible(actor, id);
    const changed = await this.log.change(actor, 'workload.update', async (_manager, tx) => {
      const { before, after } = await this.editor.update(
        tx,
        actor.organisationId,
        { kind: 'workload', id },
        (settings) => mergePatch(settings, patch) as object,
        version,
      );
      return {
        result: after,
        target: `workload ${id}`,
        workloadId: id,
        before: before.settings,
        after: after.settings,
      };
    });
    await this.editor.putIntoForce();
    return workloadView(changed);
  }

  /** With all of its keys. What it spent stays in the ledger, and its calls in the log. */
  @Delete(':id')
  @HttpCode(204)
  @Allow('workload:manage')
  @ApiNoContentResponse()
  async remove(@Caller() actor: Actor, @Param('id') id: string): Promise<void> {
    await this.expectVisible(actor, id);
    await this.log.change(actor, 'workload.delete', async (_manager, tx) => {
      const what = { kind: 'workload', id } as const;
      const { settings } = await this.editor.remove(tx, actor.organisationId, what);
      return { result: null, target: `workload ${id}`, workloadId: id, before: settings };
    });
    await this.editor.putIntoForce();
  }

  private async visible(actor: Actor): Promise<readonly StoredSetting[]> {
    const stored = await this.editor.read(this.database, actor.organisationId);
    const all = stored.filter(({ kind }) => kind === 'workload');
    const isOwn = reachIn(actor, 'workload:read') === 'own';
    return isOwn ? all.filter(({ ownerId }) => ownerId === actor.memberId) : all;
  }

  private async expectVisible(actor: Actor, id: string): Promise<void> {
    const found = (await this.visible(actor)).some((one) => one.id === id);
    if (!found) throw problem('not_found');
  }
}
