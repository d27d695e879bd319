import { VisuallyHidden } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageSkeleton } from '../components/page-skeleton';
import { PLACES } from './places';

/** A page on its way: who listens hears its name, and there is a heading all the time. */
export function PendingPage() {
  const { t } = useTranslation();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const place = PLACES.flatMap(({ places }) => places).find(({ to }) => to === path);
  return (
    <>
      <VisuallyHidden component="h1">
        {place ? t(`places.${place.name}`) : t('product')}
      </VisuallyHidden>
      <PageSkeleton />
    </>
  );
}
