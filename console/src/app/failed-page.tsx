import { useTranslation } from 'react-i18next';
import { Page } from '../components/page';
import { ProblemAlert } from '../components/problem-alert';

/** In the place of a page that failed while it was loaded or drawn. */
export function FailedPage({ error, reset }: { error: unknown; reset: () => void }) {
  const { t } = useTranslation();
  return (
    <Page title={t('failed')}>
      <ProblemAlert error={error} onRetry={reset} />
    </Page>
  );
}
