import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { sessionQuery } from '../../api/session';
import { SignInForm } from '../../components/sign-in-form';
import { Front } from './front';

const route = getRouteApi('/signin');

export function SignInPage() {
  const { t } = useTranslation('session');
  const { to } = route.useSearch();
  const router = useRouter();
  const queries = useQueryClient();
  const enter = async () => {
    await queries.fetchQuery({ ...sessionQuery, staleTime: 0 });
    router.history.push(to ?? '/');
  };
  return (
    <Front title={t('sign_in.title')} about={t('sign_in.about')}>
      <SignInForm onDone={() => void enter()} />
    </Front>
  );
}
