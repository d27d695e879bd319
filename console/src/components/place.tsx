import { Group, Text, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from './status-badge';

/** Those that are asked for most. */
export const ZONES = ['EU', 'EEA', 'EEA+CH', 'LOCAL', 'GLOBAL', 'US', 'DE', 'FR', 'GB', 'CH'];
const WORDED = ['LOCAL', 'GLOBAL'] as const;
const REGIONS = new Intl.DisplayNames('en', { type: 'region' });

/** Where something is processed, and whether that is promised. */
export function Place(props: { zone: string; guaranteed: boolean; countries?: readonly string[] }) {
  const { t } = useTranslation('routing');
  const { zone, guaranteed, countries = [] } = props;
  const named = WORDED.find((one) => one === zone);
  return (
    <Group gap={6} wrap="nowrap">
      <Text span size="sm">
        {named ? t(`zones.${named}`) : zoneName(zone)}
      </Text>
      {guaranteed && (
        <Tooltip label={t('guaranteed_about')}>
          <span>
            <StatusBadge tone="quiet">{t('guaranteed')}</StatusBadge>
          </span>
        </Tooltip>
      )}
      {countries.length > 0 && countries.join() !== zone && (
        <Text span size="xs" c="dimmed">
          {countries.join(', ')}
        </Text>
      )}
    </Group>
  );
}

/** A country by its name; what is none, as in `EU`, as it is. */
export const zoneName = (zone: string): string =>
  /^[A-Z]{2}$/.test(zone) && zone !== 'EU' ? (REGIONS.of(zone) ?? zone) : zone;
