import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TOOL_FAMILY, type Family } from './provider-model';

/** A secret on its way in. No browser is to keep it or to offer another one. */
export function SecretInput({
  family,
  isOfClient = false,
  ...rest
}: PasswordInputProps & {
  /** Whose secret it is; an API key's where that is not known. */
  family: Family | undefined;
  /** It is exchanged for tokens, and opens nothing itself. */
  isOfClient?: boolean;
}) {
  const { t } = useTranslation(['routing', 'common']);
  const [label, help] = wordsOf(family, isOfClient);
  return (
    <PasswordInput
      label={t(label)}
      description={t(help)}
      autoComplete="new-password"
      spellCheck={false}
      visibilityToggleButtonProps={{ 'aria-label': t('common:show_password') }}
      {...rest}
    />
  );
}

function wordsOf(family: Family | undefined, isOfClient: boolean) {
  if (isOfClient) return ['tools.access.client_secret', 'tools.access.client_secret_help'] as const;
  if (family?.family === TOOL_FAMILY) {
    return ['tools.access.secret', 'tools.access.secret_help'] as const;
  }
  const kind = family?.secret ?? 'api_key';
  return [`providers.secrets.${kind}`, `providers.secrets_help.${kind}`] as const;
}
