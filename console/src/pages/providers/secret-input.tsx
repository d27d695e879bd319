import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Family } from './provider-model';

/** A secret on its way in. No browser is to keep it or to offer another one. */
export function SecretInput({ kind, ...rest }: PasswordInputProps & { kind: Family['secret'] }) {
  const { t } = useTranslation(['routing', 'common']);
  return (
    <PasswordInput
      label={t(`providers.secrets.${kind}`)}
      description={t(`providers.secrets_help.${kind}`)}
      autoComplete="new-password"
      spellCheck={false}
      visibilityToggleButtonProps={{ 'aria-label': t('common:show_password') }}
      {...rest}
    />
  );
}
