import { Select, type SelectProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** In seconds: none, an hour, a day, a week, thirty days. */
const OVERLAPS = ['0', '3600', '86400', '604800', '2592000'] as const;
export const OVERLAP_DEFAULT = '86400';

/** How long a key goes on beside the one that takes its place. */
export function OverlapSelect(props: Omit<SelectProps, 'data' | 'label'>) {
  const { t } = useTranslation('keys');
  return (
    <Select
      {...props}
      label={t('rotate.overlap')}
      allowDeselect={false}
      data={OVERLAPS.map((seconds) => ({
        value: seconds,
        label: t(`rotate.overlaps.${seconds}`),
      }))}
    />
  );
}
