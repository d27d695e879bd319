import { reachOf } from '#contract';
import { problem, Secret } from '#kernel';
import type { Actor } from '#members';
import { commandFault, commandIn, outboundFault, type Config } from '#platform';
import { secretFaultOf } from '#providers';
import type { ProviderDto } from '#workloads';

type Stored = Partial<Pick<ProviderDto, 'base_url' | 'token_url' | 'secret'>>;
type Allowed = Pick<Config, 'outboundHosts' | 'toolCommands'>;
const ADDRESSES = ['base_url', 'token_url'] as const;

/**
 * Addresses that people set lead where an operator lets them, as others that are configured do; and a secret
 * that is kept does not go to another host with them: who may set an address must not learn it so.
 * @throws invalid, permission_missing
 */
export function expectGoodAddresses(
  config: Allowed,
  actor: Actor,
  was: object | null,
  is: object,
): void {
  const [before, after] = [(was ?? {}) as Stored, is as Stored];
  for (const path of ADDRESSES) {
    const [old, address] = [before[path], after[path]];
    if (address === old) continue;
    const fault = address === undefined ? undefined : addressFault(config, path, address);
    if (fault !== undefined) throw problem('invalid', { errors: [{ path, message: fault }] });
    // One that was exchanged for a token somewhere would be sent to the provider itself.
    const isKept = after.secret && JSON.stringify(before.secret) === JSON.stringify(after.secret);
    if (isKept && originOf(old) !== originOf(address)) expectGivenAgain(actor, after);
  }
}

const addressFault = (
  { outboundHosts, toolCommands }: Allowed,
  path: (typeof ADDRESSES)[number],
  address: string,
): string | undefined =>
  path === 'base_url' && commandIn(address) !== undefined
    ? commandFault(address, toolCommands)
    : outboundFault(address, outboundHosts);

function expectGivenAgain(actor: Actor, { secret }: Stored): void {
  if (secret?.stored !== undefined) {
    const message = 'give it again: it would be sent to another host than before';
    throw problem('invalid', { errors: [{ path: 'secret', message }] });
  }
  if (reachOf(actor.role, 'owner:manage') !== undefined) return;
  throw problem('permission_missing', {
    detail: 'Only an owner sends a secret of the machine to another host.',
  });
}

/** Where the form of a secret tells that it is none of its family. @throws invalid */
export function expectGoodSecret(wanted: object, before: string | undefined): void {
  const { family = before, secret } = wanted as { family?: unknown; secret?: { value?: unknown } };
  if (typeof family !== 'string' || typeof secret?.value !== 'string') return;
  const message = secretFaultOf(family, new Secret(secret.value.trim()));
  if (message !== undefined) throw problem('invalid', { errors: [{ path: 'secret', message }] });
}

const originOf = (address: string | undefined): string | undefined =>
  address === undefined ? undefined : new URL(address).origin;
