import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Family } from './provider-model';

/** A secret on its way in. No browser is to keep it or to offer another one. */
export function SecretInput({
  kind,
  isOfClient = false,
  ...rest
}: PasswordInputProps & {
  kind: Family['secret'];
  /** It is exchanged for tokens, and opens nothing itself. */
  isOfClient?: boolean;
}) {
  const { t } = useTranslation(['routing', 'common']);
  return (
    <PasswordInput
      label={t(isOfClient ? 'tools.access.client_secret' : `providers.secrets.${kind}`)}
      description={t(
        isOfClient ? 'tools.access.client_secret_help' : `providers.secrets_help.${kind}`,
      )}
      autoComplete="new-password"
      spellCheck={false}
      visibilityToggleButtonProps={{ 'aria-label': t('common:show_password') }}
      {...rest}
    />
  );
}
