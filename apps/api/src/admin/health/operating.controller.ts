import { Body, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { problem } from '#kernel';
import type { Actor } from '#members';
import { SettingsEditor } from '#operations';
import { Outbox } from '#platform';
import { countPauses, forgetHealth, pauseEndpoint, PAUSES_MAX, resumeEndpoint } from '#workloads';
import { AdminLog } from '../http/admin-log.js';
import { AdminController, Allow, Caller } from '../http/allow.js';
import { EndpointDto, PausedView, ReasonDto, RetriedView } from './operating.dto.js';

/** What operators do when something is wrong. It is in force on every replica within two seconds, and stays. */
@ApiTags('Health')
@AdminController('')
export class OperatingController {
  constructor(
    private readonly editor: SettingsEditor,
    private readonly outbox: Outbox,
    private readonly log: AdminLog,
  ) {}

  /** No further call is sent there until it is resumed; those that run go on. */
  @Post('endpoints/pause')
  @HttpCode(200)
  @Allow('system:manage')
  @ApiOkResponse({ type: PausedView })
  async pause(@Caller() actor: Actor, @Body() wanted: EndpointDto): Promise<PausedView> {
    const { provider, model = '', reason } = wanted;
    const answer: PausedView = { paused: true };
    const { organisationId, memberId } = actor;
    await this.log.change(actor, 'endpoint.pause', async (_manager, tx) => {
      if ((await countPauses(tx, organisationId)) >= PAUSES_MAX) {
        throw problem('conflict', { detail: `${PAUSES_MAX} endpoints are paused already.` });
      }
      const place = { provider, model, reason };
      if (!(await pauseEndpoint(tx, organisationId, place, memberId))) throw problem('not_found');
      return { result: null, answer, target: targetOf(wanted), before: {}, after: { reason } };
    });
    await this.editor.putIntoForce();
    return answer;
  }

  /** Calls are sent there again. @throws not_found where it is not paused itself */
  @Post('endpoints/resume')
  @HttpCode(200)
  @Allow('system:manage')
  @ApiOkResponse({ type: PausedView })
  async resume(@Caller() actor: Actor, @Body() wanted: EndpointDto): Promise<PausedView> {
    const { provider, model = '', reason } = wanted;
    const answer: PausedView = { paused: false };
    await this.log.change(actor, 'endpoint.resume', async (_manager, tx) => {
      const place = { provider, model };
      if ((await resumeEndpoint(tx, actor.organisationId, place)) === undefined) {
        throw problem('not_found');
      }
      return { result: null, answer, target: targetOf(wanted), before: {}, after: { reason } };
    });
    await this.editor.putIntoForce();
    return answer;
  }

  /** Open breakers of a provider's models, and waits that it asked for, are forgotten: calls are sent at once. */
  @Post('breakers/:provider/reset')
  @HttpCode(204)
  @Allow('system:manage')
  async reset(
    @Caller() actor: Actor,
    @Param('provider') provider: string,
    @Body() { reason }: ReasonDto,
  ): Promise<void> {
    await this.log.change(actor, 'breaker.reset', async (_manager, tx) => {
      if (!(await forgetHealth(tx, actor.organisationId, provider))) throw problem('not_found');
      return {
        result: null,
        answer: null,
        target: `provider ${provider}`,
        before: {},
        after: { reason },
      };
    });
    await this.editor.putIntoForce();
  }

  /** What alerts and mails were given up is due again, with all of its tries. */
  @Post('deliveries/retry')
  @HttpCode(200)
  @Allow('system:manage')
  @ApiOkResponse({ type: RetriedView })
  retry(@Caller() actor: Actor, @Body() { reason }: ReasonDto): Promise<RetriedView> {
    const { organisationId } = actor;
    return this.log.change(actor, 'delivery.retry', async (_manager, tx) => {
      const answer = { retried: await this.outbox.retryFailed(tx, organisationId) };
      const target = `organisation ${organisationId}`;
      return { result: answer, answer, target, before: {}, after: { reason, ...answer } };
    });
  }
}

const targetOf = ({ provider, model }: EndpointDto): string =>
  `endpoint ${provider}/${model ?? '*'}`;
