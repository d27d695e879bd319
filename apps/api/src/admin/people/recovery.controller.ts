import { Body, HttpCode, Post, Req } from '@nestjs/common';
import { ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { EntityManager } from 'typeorm';
import { Clock, problem } from '#kernel';
import { arriving, EmailProofs, Member, Sessions, SignIn, type Actor } from '#members';
import { Database } from '#platform';
import { AdminLog } from '../http/admin-log.js';
import { AdminController, AllowAnyone } from '../http/allow.js';
import { AddressDto, NewPasswordDto, VerifyDto } from './people.dto.js';

const FORGOT_MS = 250;

/** What somebody does who reads a mail: verify an address, choose a new password. */
@ApiTags('Session')
@AdminController('')
export class RecoveryController {
  constructor(
    private readonly signIn: SignIn,
    private readonly sessions: Sessions,
    private readonly proofs: EmailProofs,
    private readonly log: AdminLog,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The same answer whether there is such a member or not. */
  @Post('password/forgot')
  @HttpCode(204)
  @AllowAnyone()
  @ApiNoContentResponse()
  async forgot(@Body() { email }: AddressDto): Promise<void> {
    // Longer than a mail takes to be written down: nobody reads from the time whether one was.
    await Promise.all([this.sendReset(email), this.clock.sleep(FORGOT_MS)]);
  }

  private async sendReset(email: string): Promise<void> {
    await this.database
      .entities(async (manager, tx) => {
        const address = email.trim().toLowerCase();
        const member = await manager.findOneBy(Member, { email: address, status: 'active' });
        // Owners who came by single sign-on have no password yet, and need one where that fails.
        const hasPassword = member?.passwordHash || member?.role === 'owner';
        if (hasPassword) await this.proofs.send(manager, tx, member, 'reset');
      })
      .catch((fault: unknown) => {
        // A second mail within a minute would tell that the first one was sent.
        if ((fault as { readonly key?: unknown }).key !== 'rate_limited') throw fault;
      });
  }

  /** Ends all sessions of the member. */
  @Post('password/reset')
  @HttpCode(204)
  @AllowAnyone()
  @ApiNoContentResponse()
  async reset(
    @Body() { token, password }: NewPasswordDto,
    @Req() { browser }: FastifyRequest,
  ): Promise<void> {
    const { manager: reading } = this.database.dataSource;
    if (!(await this.proofs.isOpen(reading, 'reset', token))) throw linkOver();
    const passwordHash = await this.signIn.hash(password);
    await this.database.entities(async (manager, tx) => {
      const member = await this.proofs.redeem(manager, 'reset', token);
      if (!member) throw linkOver();
      const emailVerifiedAt = member.emailVerifiedAt ?? this.now;
      await manager.update(Member, member.id, { passwordHash, emailVerifiedAt });
      await this.sessions.endAll(manager, member.id);
      const done = { result: null, target: `member ${member.id}` };
      await this.log.write(tx, arriving(member, browser.ip), 'password.reset', done);
    });
  }

  /** By the link, from anywhere; by the code, signed in. */
  @Post('email/verify')
  @HttpCode(204)
  @AllowAnyone()
  @ApiNoContentResponse()
  async verify(
    @Req() { actor, browser }: FastifyRequest,
    @Body() { token, code }: VerifyDto,
  ): Promise<void> {
    const isRight = await this.database.entities(async (manager, tx) => {
      const member =
        token === undefined
          ? await this.ofCode(manager, actor, code ?? '')
          : await this.proofs.redeem(manager, 'verify', token);
      if (!member) return false;
      await manager.update(Member, member.id, { emailVerifiedAt: this.now });
      const done = { result: null, target: `member ${member.id}` };
      await this.log.write(tx, arriving(member, browser.ip), 'email.verify', done);
      return true;
    });
    if (!isRight)
      throw problem('code_wrong', { detail: 'The code is wrong or over. Ask for another.' });
  }

  private async ofCode(
    manager: EntityManager,
    actor: Actor | undefined,
    code: string,
  ): Promise<Member | null> {
    if (actor?.kind !== 'member') return null;
    const isRight = await this.proofs.redeemCode(manager, actor.id, code);
    return isRight ? manager.findOneBy(Member, { id: actor.id }) : null;
  }

  private get now(): Date {
    return new Date(this.clock.nowMs());
  }
}

const linkOver = () => problem('not_found', { detail: 'This link is over. Ask for another.' });
