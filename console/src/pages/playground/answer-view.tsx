import { Accordion, Anchor, Card, Group, Loader, Spoiler, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CallFacts } from '../../components/call-facts';
import { Markdown } from '../../components/markdown';
import { ProblemAlert } from '../../components/problem-alert';
import { Snippet } from '../../components/snippet';
import { isOver, type Answer } from './model';

/** What a model says, how it came about, and what went over the wire. */
export function AnswerView({ answer }: { answer: Answer }) {
  const { t } = useTranslation('playground');
  const { model, state, text, thinking, tools, error, requestId } = answer;
  const isSilent = text === '' && tools.length === 0;
  return (
    <Card withBorder padding="md" component="article" aria-label={model} miw={0}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {model}
          </Text>
          {state === 'running' && (
            <Group gap={6} wrap="nowrap" role="status">
              <Loader size="xs" aria-hidden />
              <Text size="xs" c="dimmed">
                {t('running')}
              </Text>
            </Group>
          )}
        </Group>
        {thinking && (
          <Spoiler maxHeight={0} showLabel={t('thinking')} hideLabel={t('thinking')}>
            <Text size="sm" c="dimmed" style={{ whiteSpace: 'pre-wrap' }}>
              {thinking}
            </Text>
          </Spoiler>
        )}
        <Markdown text={text} />
        {tools.map(({ name, args }, index) => (
          <Snippet key={index} label={t('tool_call', { name })} text={args} />
        ))}
        {state === 'done' && isSilent && (
          <Text size="sm" c="dimmed">
            {t('nothing')}
          </Text>
        )}
        {state === 'stopped' && (
          <Text size="sm" c="dimmed">
            {t('stopped')}
          </Text>
        )}
        {error && (
          <Stack gap={4}>
            <ProblemAlert error={error} />
            <Anchor size="sm" href="/docs/api#errors" target="_blank">
              {t('what_to_do')}
            </Anchor>
          </Stack>
        )}
        {isOver(answer) && requestId && <CallFacts id={requestId} />}
        {isOver(answer) && <Raw answer={answer} />}
      </Stack>
    </Card>
  );
}

function Raw({ answer: { request, raw } }: { answer: Answer }) {
  const { t } = useTranslation('playground');
  return (
    <Accordion variant="default" chevronPosition="left">
      <Accordion.Item value="raw" style={{ borderBottom: 0 }}>
        <Accordion.Control px={0}>
          <Text size="sm">{t('raw')}</Text>
        </Accordion.Control>
        <Accordion.Panel>
          <Stack gap="xs">
            <Snippet label={t('raw_request')} text={JSON.stringify(request, null, 2)} />
            <Snippet label={t('raw_answer')} text={raw} />
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}
