import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { useSession } from '../../api/session';
import { Loadable } from '../../components/loadable';
import { Page } from '../../components/page';
import { PasswordSection } from './password-section';
import { ProfileSection } from './profile-section';
import { SecondFactorSection } from './second-factor-section';
import { SessionsSection } from './sessions-section';

/** One's own name, password, second factor and browsers. */
export function AccountPage() {
  const { t } = useTranslation('account');
  const { totp_needed: isFactorNeeded } = useSession();
  const account = api.useQuery('get', '/admin/v1/account');
  return (
    <Page title={t('title')} about={t('about')}>
      <Loadable query={account}>
        {(member) => (
          <>
            {isFactorNeeded && <SecondFactorSection member={member} />}
            <ProfileSection member={member} />
            <PasswordSection />
            {!isFactorNeeded && <SecondFactorSection member={member} />}
            <SessionsSection />
          </>
        )}
      </Loadable>
    </Page>
  );
}
