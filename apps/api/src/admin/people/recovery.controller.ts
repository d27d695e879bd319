import { Body, HttpCode, Post, Req } from '@nestjs/common';
import { ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { problem } from '#kernel';
import { EmailProofs, Member, Sessions, SignIn } from '#members';
import { Database } from '#platform';
import { AdminController, AllowAnyone } from '../http/allow.js';
import { AddressDto, NewPasswordDto, VerifyDto } from './people.dto.js';

/** What somebody does who reads a mail: verify an address, choose a new password. */
@ApiTags('Session')
@AdminController('')
export class RecoveryController {
  constructor(
    private readonly signIn: SignIn,
    private readonly sessions: Sessions,
    private readonly proofs: EmailProofs,
    private readonly database: Database,
  ) {}

  /** The same answer whether there is such a member or not. */
  @Post('password/forgot')
  @HttpCode(204)
  @AllowAnyone()
  @ApiNoContentResponse()
  async forgot(@Body() { email }: AddressDto): Promise<void> {
    await this.database
      .entities(async (manager, tx) => {
        const address = email.trim().toLowerCase();
        const member = await manager.findOneBy(Member, { email: address, status: 'active' });
        if (member?.passwordHash) await this.proofs.send(manager, tx, member, 'reset');
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
  async reset(@Body() { token, password }: NewPasswordDto): Promise<void> {
    const passwordHash = await this.signIn.hash(password);
    await this.database.entities(async (manager) => {
      const member = await this.proofs.redeem(manager, 'reset', token);
      if (!member) throw problem('not_found', { detail: 'This link is over. Ask for another.' });
      const emailVerifiedAt = member.emailVerifiedAt ?? new Date();
      await manager.update(Member, member.id, { passwordHash, emailVerifiedAt });
      await this.sessions.endAll(manager, member.id);
    });
  }

  /** By the link, from anywhere; by the code, signed in. */
  @Post('email/verify')
  @HttpCode(204)
  @AllowAnyone()
  @ApiNoContentResponse()
  async verify(
    @Req() { actor }: FastifyRequest,
    @Body() { token, code }: VerifyDto,
  ): Promise<void> {
    const isRight = await this.database.entities(async (manager) => {
      const memberId =
        token === undefined
          ? actor?.kind === 'member' &&
            (await this.proofs.redeemCode(manager, actor.id, code ?? ''))
            ? actor.id
            : undefined
          : (await this.proofs.redeem(manager, 'verify', token))?.id;
      if (memberId === undefined) return false;
      await manager.update(Member, memberId, { emailVerifiedAt: new Date() });
      return true;
    });
    if (!isRight)
      throw problem('code_wrong', { detail: 'The code is wrong or over. Ask for another.' });
  }
}
