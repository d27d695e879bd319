import {
  applyDecorators,
  Controller,
  createParamDecorator,
  Injectable,
  SetMetadata,
  UseGuards,
  UseInterceptors,
  UsePipes,
  ValidationPipe,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiExtension } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { reachOf, type Permission, type Reach } from '#contract';
import { problem, type FieldFault } from '#kernel';
import type { Actor } from '#members';
import { fieldFaults } from '#platform';
import { AdminLog } from './admin-log.js';
import { DeniedOnRecord } from './denied.js';
import { ETags } from './etags.js';
import { Idempotent } from './idempotency.js';

const PERMISSION = 'gw:permission';

/** What somebody must be allowed to do for this method. The document tells it, too. */
export const Allow = (permission: Permission) =>
  applyDecorators(SetMetadata(PERMISSION, permission), ApiExtension('x-permission', permission));

/** Nothing is asked but that somebody is signed in, or not even that: see `PUBLIC` in admission.ts. */
export const AllowAnyone = () => SetMetadata(PERMISSION, 'anyone');

/** Fails closed: a method that says neither is nobody's. */
@Injectable()
export class PermissionGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly log: AdminLog,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const wanted = this.reflector.get<Permission | 'anyone' | undefined>(
      PERMISSION,
      context.getHandler(),
    );
    if (wanted === 'anyone') return true;
    const { actor } = request;
    if (!actor) throw problem('sign_in_needed');
    if (actor.session?.needsTotp) throw problem('totp_needed');
    if (wanted !== undefined && reachOf(actor.role, wanted) !== undefined) return true;
    if (request.method !== 'GET') await this.log.denied(actor, `${request.method} ${request.url}`);
    throw problem('permission_missing', {
      detail: `It takes the permission ${wanted ?? ''}, which the role ${actor.role} does not have.`,
    });
  }
}

const pipe = new ValidationPipe({
  whitelist: true,
  forbidNonWhitelisted: true,
  transform: true,
  validationError: { target: true }, // Which members there are is asked of the target.
  exceptionFactory: (errors) => problem('invalid', { errors: fieldFaults(errors) }),
});

/** A resource below `/admin/v1`. */
export const AdminController = (path: string) =>
  applyDecorators(
    Controller(path === '' ? 'admin/v1' : `admin/v1/${path}`),
    UseGuards(PermissionGuard),
    UsePipes(pipe),
    UseInterceptors(ETags, DeniedOnRecord, Idempotent),
  );

const actorOf = (context: ExecutionContext): Actor => {
  const { actor, pending } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!actor) throw problem(pending ? 'code_needed' : 'sign_in_needed');
  return actor;
};

/** Who asks. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext) =>
  actorOf(context),
);

export function readIfMatch(_: unknown, context: ExecutionContext): number {
  const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
  const tag = headers['if-match'];
  if (tag === undefined) throw problem('version_missing');
  const [, version] = /^"(\d{1,9})"$/.exec(tag) ?? [];
  if (version === undefined) throw problem('version_changed');
  return Number(version);
}

/** The version in `If-Match`, as `"7"`. @throws version_missing, version_changed */
export const IfMatch = createParamDecorator(readIfMatch);

/** How far the actor reaches with a permission that the guard has seen. */
export const reachIn = (actor: Actor, permission: Permission): Reach =>
  reachOf(actor.role, permission) ?? 'own';

/**
 * @param why where the action does not say it itself
 * @throws step_up_needed unless a password or a code was given again lately; tokens never may
 */
export function expectStepUp(actor: Actor, why: readonly FieldFault[] = []): void {
  if (actor.session?.isSteppedUp) return;
  throw problem('step_up_needed', why.length > 0 ? { errors: why } : {});
}
