import { Alert, Anchor, Button, Divider } from '@mantine/core';
import { IconAlertTriangle, IconLogin2 } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { sessionLost } from '../../api/session-lost';
import { sessionQuery } from '../../api/session';
import { SignInForm } from '../../components/sign-in-form';
import { Front } from './front';
import { useInHash } from './in-hash';

const route = getRouteApi('/signin');
const BASE = '/console';

export function SignInPage() {
  const { t } = useTranslation('session');
  const { to } = route.useSearch();
  const router = useRouter();
  const queries = useQueryClient();
  const problem = useInHash('problem');
  const enter = async () => {
    await queries.fetchQuery({ ...sessionQuery, staleTime: 0 });
    sessionLost.set(false);
    router.history.push(to ?? '/');
  };
  return (
    <Front title={t('sign_in.title')} about={t('sign_in.about')}>
      {problem && (
        <Alert
          color="red"
          role="alert"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title={t('sign_in.refused')}
        >
          {problem}
        </Alert>
      )}
      <SignInForm onDone={() => void enter()}>
        <Anchor renderRoot={(root) => <Link to="/forgot" {...root} />} size="sm" ta="center">
          {t('sign_in.forgot')}
        </Anchor>
      </SignInForm>
      <SingleSignOn to={to ?? '/'} />
    </Front>
  );
}

function SingleSignOn({ to }: { to: string }) {
  const { t } = useTranslation('session');
  const { data } = api.useQuery('get', '/admin/v1/oidc');
  if (!data?.enabled) return null;
  const back = new URLSearchParams({ return_to: to.startsWith(BASE) ? to : BASE + to });
  return (
    <>
      <Divider label={t('sign_in.or')} />
      <Button
        component="a"
        href={`/admin/v1/oidc/start?${back}`}
        variant="default"
        leftSection={<IconLogin2 size={18} aria-hidden />}
      >
        {t('sign_in.sso')}
      </Button>
    </>
  );
}
