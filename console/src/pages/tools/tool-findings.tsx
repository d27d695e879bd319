import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useInjectionName } from '../../components/injection-badge';
import type { Tool } from './tool-model';

/** Where what a tool says of itself speaks to the model, member by member. */
export function ToolFindings({ tool }: { tool: Tool }) {
  const { t } = useTranslation('routing');
  const nameOf = useInjectionName();
  const places = new Map(
    tool.injection_findings.map((found) => [`${found.kind} ${found.where}`, found]),
  );
  if (places.size === 0) return null;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
      <Stack gap={4}>
        <Text size="sm">{t('tools.speaks')}</Text>
        {[...places].map(([place, { kind, where }]) => (
          <Text key={place} size="sm" fw={600}>
            {t(`tools.speaks_in.${where}`, { what: nameOf(kind) })}
          </Text>
        ))}
      </Stack>
    </Alert>
  );
}

/** Said once more where they are approved; nothing where none of them speaks to the model. */
export function SpeakingTools({ tools }: { tools: readonly Tool[] }) {
  const { t } = useTranslation('routing');
  const speaking = tools.filter((tool) => tool.injection_findings.length > 0);
  if (speaking.length === 0) return null;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
      {t('tools.approve.speaks', { names: speaking.map(({ name }) => name).join(', ') })}
    </Alert>
  );
}
