import type { Schemas } from '../../api/client';
import { withoutBlanks } from '../../api/merge-patch';
import type { Stored } from '../../components/use-settings-form';

export type LowerRole = 'admin' | 'member' | 'auditor';
export const LOWER_ROLES: readonly LowerRole[] = ['admin', 'member', 'auditor'];

/** The policy as a form edits it: groups in rows, and a secret that only goes in. */
export interface Policy {
  readonly totp: 'off' | 'optional' | 'required';
  readonly domains: readonly string[];
  readonly oidc?: {
    readonly issuer: string;
    readonly client_id: string;
    readonly client_secret?: string;
    readonly new_members?: LowerRole;
    readonly group_claim?: string;
    readonly roles: readonly { readonly group: string; readonly role: LowerRole }[];
    readonly required: boolean;
  };
}

export function policyOf(view: Schemas['SecurityView']): Stored<Policy> {
  const { totp, domains, oidc, version } = view;
  const roles = Object.entries<LowerRole>(oidc?.roles ?? {}).map(([group, role]) => ({
    group,
    role,
  }));
  const settings = withoutBlanks({ totp, domains, oidc: oidc && { ...oidc, roles } });
  return { settings: settings as Policy, version };
}

/** All of it at once, as the API takes it. */
export function bodyOf({ totp, domains, oidc }: Policy): Schemas['SecurityDto'] {
  const roles = Object.fromEntries((oidc?.roles ?? []).map(({ group, role }) => [group, role]));
  return {
    totp,
    domains: [...domains],
    // The document of the API does not say what a mapping holds.
    ...(oidc && { oidc: { ...oidc, roles: roles as Record<string, never> } }),
  };
}
