import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { Loadable } from '../../../components/loadable';
import { Page } from '../../../components/page';
import { Editing } from './editing';

/** All settings as one document, and what another one would make of them. */
export function CodePage() {
  const { t } = useTranslation('settings');
  const query = useQuery({
    queryKey: ['get', '/admin/v1/config/export'],
    queryFn: async (): Promise<string> => {
      const { data } = await client.GET('/admin/v1/config/export', { parseAs: 'text' });
      return data ?? '';
    },
  });
  return (
    <Page title={t('code.title')} about={t('code.about')}>
      <Loadable query={query}>{(yaml) => <Editing stored={yaml} />}</Loadable>
    </Page>
  );
}
