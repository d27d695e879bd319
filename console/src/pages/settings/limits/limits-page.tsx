import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client';
import { CardBoundary } from '../../../components/card-boundary';
import { Loadable } from '../../../components/loadable';
import { Page } from '../../../components/page';
import { CapForm } from './cap-form';
import { CreditSection } from './credit-section';
import { BoundSection, SharedSection } from './limits-in-force';

/** What may be spent: by all, by each, and what was paid ahead. */
export function LimitsPage() {
  const { t } = useTranslation('settings');
  const limits = api.useQuery('get', '/admin/v1/limits');
  const organisation = api.useQuery('get', '/admin/v1/organisation');
  return (
    <Page title={t('limits.title')} about={t('limits.about')}>
      <Loadable query={limits}>{(data) => <SharedSection limits={data} />}</Loadable>
      <Loadable query={organisation}>{(data) => <CapForm organisation={data} />}</Loadable>
      <CardBoundary>
        <CreditSection />
      </CardBoundary>
      {limits.data && <BoundSection limits={limits.data} />}
    </Page>
  );
}
