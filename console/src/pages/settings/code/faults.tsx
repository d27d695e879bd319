import { Box, List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Fault } from './use-plan';

/** What the API refuses, by the line where it is known. */
export function Faults({ faults }: { faults: readonly Fault[] }) {
  const { t } = useTranslation('settings');
  if (faults.length === 0) return null;
  return (
    <Box role="alert">
      <List size="sm" listStyleType="none" aria-label={t('code.faults')}>
        {faults.map(({ path, message, line }) => (
          <List.Item key={path + message}>
            <Text span inherit fw={600}>
              {[line && t('code.line', { line }), path].filter(Boolean).join(' · ')}
            </Text>{' '}
            {message}
          </List.Item>
        ))}
      </List>
    </Box>
  );
}
