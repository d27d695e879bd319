import { useTranslation } from 'react-i18next';

const VERDICTS = [
  'zone_not_allowed',
  'country_denied',
  'not_guaranteed',
  'operator_denied',
  'retention_too_long',
  'adequacy_not_applicable',
  'undeclared_location',
] as const;

/** Why a policy does not let calls go somewhere, in words; a word that is new here as it is. */
export function useVerdict(): (verdict: string) => string {
  const { t } = useTranslation('policy');
  return (verdict) => {
    const known = VERDICTS.find((one) => one === verdict);
    return known ? t(`verdicts.${known}`) : verdict;
  };
}
