import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export const PASSWORD_CHARS_MIN = 12; // As the API asks for.

/** The password that somebody has. */
export function CurrentPassword(props: PasswordInputProps) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      label={t('password')}
      required
      autoComplete="current-password"
      visibilityToggleButtonProps={{ 'aria-label': t('show_password') }}
      {...props}
    />
  );
}

/** One to be, with what it must be like. */
export function NewPassword(props: PasswordInputProps) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      label={t('password_new')}
      description={t('password_help', { count: PASSWORD_CHARS_MIN })}
      required
      minLength={PASSWORD_CHARS_MIN}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': t('show_password') }}
      {...props}
    />
  );
}
