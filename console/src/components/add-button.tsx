import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ReasonButton } from './reason-button';

/** What makes one more of what a list shows, behind the key `n`; who may not sees why. */
export function AddButton(props: { isAllowed: boolean; onClick: () => void; children: string }) {
  const { t } = useTranslation();
  const { isAllowed, onClick, children } = props;
  return (
    <ReasonButton
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={onClick}
      shortcut="n"
      reason={isAllowed ? undefined : t('read_only')}
    >
      {children}
    </ReasonButton>
  );
}
