import { Button } from '@mantine/core';
import { IconMoodEmpty } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from './empty-state';
import { Page } from './page';

/** No page has this address. */
export function NotFound() {
  const { t } = useTranslation();
  return (
    <Page title={t('not_found.title')}>
      <EmptyState
        icon={IconMoodEmpty}
        text={t('not_found.detail')}
        action={
          <Button renderRoot={(root) => <Link to="/" {...root} />}>{t('not_found.back')}</Button>
        }
      />
    </Page>
  );
}
