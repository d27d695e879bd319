import { Body, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import { Clock, problem } from '#kernel';
import { AdminTokens, type Actor } from '#members';
import { Database } from '#platform';
import { AdminLog } from '../http/admin-log.js';
import { AdminController, Allow, Caller, expectStepUp } from '../http/allow.js';
import type { Page } from '../http/page.js';
import { AnswersPage } from '../openapi/describe.js';
import {
  AdminTokenDto,
  AdminTokenView,
  newTokenView,
  NewTokenView,
  tokenView,
} from './people.dto.js';

/** Tokens of programs that administer. They are no virtual keys and serve no call. */
@ApiTags('Tokens')
@AdminController('tokens')
export class TokensController {
  constructor(
    private readonly tokens: AdminTokens,
    private readonly log: AdminLog,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Newest first. */
  @Get()
  @Allow('token:read')
  @AnswersPage(AdminTokenView)
  async list(@Caller() actor: Actor): Promise<Page<AdminTokenView>> {
    const all = await this.tokens.list(this.database.dataSource.manager, actor);
    return { data: all.map(tokenView), next_cursor: null };
  }

  /** Made by people alone: a token that makes tokens could never be revoked for good. */
  @Post()
  @Allow('token:manage')
  @ApiCreatedResponse({ type: NewTokenView })
  async create(@Caller() actor: Actor, @Body() wanted: AdminTokenDto): Promise<NewTokenView> {
    expectStepUp(actor);
    const { name, role, expires_at: end } = wanted;
    const expiresAt = end === undefined || end === null ? null : new Date(end);
    if (expiresAt && expiresAt.getTime() <= this.clock.nowMs()) {
      throw problem('invalid', { errors: [{ path: 'expires_at', message: 'must lie ahead' }] });
    }
    return this.log.change(actor, 'token.create', async (manager) => {
      const made = await this.tokens.create(manager, actor, { name, role, expiresAt });
      const { id } = made.token;
      return {
        result: newTokenView(made.token, made.text),
        showsSecret: true,
        target: `token ${id}`,
        after: { name, role, expires_at: expiresAt },
      };
    });
  }

  @Post(':id/revoke')
  @HttpCode(204)
  @Allow('token:manage')
  @ApiNoContentResponse()
  async revoke(@Caller() actor: Actor, @Param('id') id: string): Promise<void> {
    await this.log.change(actor, 'token.revoke', async (manager) => {
      const { name } = await this.tokens.revoke(manager, actor, id);
      return { result: null, target: `token ${id}`, before: { name } };
    });
  }
}
