import { Select, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { inputAt } from '../../components/input-at';

type OauthField = 'client_id' | 'scope' | 'resource' | 'audience' | 'sent_by';

/** What opens a tool server, and what it may be sent; '' where nothing is said. */
export interface ToolAccess {
  readonly secret_header: string;
  readonly token_url: string;
  readonly client_id: string;
  readonly scope: string;
  readonly resource: string;
  readonly audience: string;
  readonly sent_by: string;
  readonly trusted: boolean;
}

export const OPENED_BY_SECRET: ToolAccess = {
  secret_header: '',
  token_url: '',
  client_id: '',
  scope: '',
  resource: '',
  audience: '',
  sent_by: '',
  trusted: false,
};

/** Of the settings, and of nothing that is not said there. */
export function toolAccessOf({
  secret_header,
  token_url,
  oauth,
  trusted = false,
}: {
  secret_header?: string | undefined;
  token_url?: string | undefined;
  oauth?: Partial<Record<OauthField, string>> | undefined;
  trusted?: boolean | undefined;
}): object {
  return { secret_header, token_url, ...oauth, trusted };
}

/** Fields as the settings have them, of a form or of a patch; null in a patch is what went. */
export function withOauth({
  client_id,
  scope,
  resource,
  audience,
  sent_by,
  ...plain
}: Readonly<Record<string, unknown>>): object {
  if (plain['token_url'] === '') return plain;
  if (plain['token_url'] === null) return { ...plain, oauth: null };
  // Its field is hidden then, and tokens are sent as bearers.
  const more = plain['token_url'] === undefined ? plain : { ...plain, secret_header: null };
  const said = Object.entries({ client_id, scope, resource, audience, sent_by }).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  const isAsked = said.length > 0 || plain['token_url'] !== undefined;
  return isAsked ? { ...more, oauth: Object.fromEntries(said) } : more;
}

/** Asks how a tool server is opened: by its secret, or by a token that its secret is exchanged for. */
export function ToolFields<Values extends ToolAccess>({
  form,
  children,
}: {
  form: UseFormReturnType<Values>;
  /** Asks for the secret. */
  children?: ReactNode;
}) {
  const { t } = useTranslation('routing');
  const text = (name: Exclude<keyof ToolAccess, 'sent_by' | 'trusted'>, path: string = name) => (
    <TextInput
      label={t(`tools.access.${name}`)}
      description={t(`tools.access.${name}_help`)}
      autoComplete="off"
      {...inputAt(form, name, path)}
    />
  );
  return (
    <>
      {text('token_url')}
      {children}
      {form.values.token_url ? (
        <>
          {text('client_id', 'oauth.client_id')}
          {text('scope', 'oauth.scope')}
          {text('resource', 'oauth.resource')}
          {text('audience', 'oauth.audience')}
          <Select
            label={t('tools.access.sent_by')}
            data={[
              { value: 'basic', label: t('tools.access.sent_by_basic') },
              { value: 'post', label: t('tools.access.sent_by_post') },
            ]}
            placeholder={t('tools.access.sent_by_basic')}
            {...inputAt(form, 'sent_by', 'oauth.sent_by')}
          />
        </>
      ) : (
        text('secret_header')
      )}
      <Switch
        label={t('tools.access.trusted')}
        description={t('tools.access.trusted_help')}
        {...form.getInputProps('trusted', { type: 'checkbox' })}
      />
    </>
  );
}
