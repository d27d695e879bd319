import { Accordion, Alert, Anchor, Card, Group, Loader, Slider, Stack, Text } from '@mantine/core';
import { IconArrowRight, IconHelpCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallFacts } from '../../components/call-facts';
import { CopyText } from '../../components/copy-text';
import { ProblemAlert } from '../../components/problem-alert';
import { Section } from '../../components/section';
import { Snippet } from '../../components/snippet';
import { isRecord } from '../../lib/is-record';
import { AnswerCard } from './answer-card';
import { readDecision, type Decision } from './answers';
import type { Outcome } from './ask-decision';

const LEAST = 0.8;

/** What the last call came to. */
export function OutcomeView(props: { outcome: Outcome | undefined; isAsking: boolean }) {
  const { t } = useTranslation('decisions');
  const { outcome, isAsking } = props;
  const [least, setLeast] = useState(LEAST);
  return (
    <Section title={t('answers.title')} about={t('answers.about')}>
      <Least value={least} onChange={setLeast} />
      <Stack role="status" gap="sm">
        {isAsking && (
          <Group gap={6}>
            <Loader size="xs" aria-hidden />
            <Text size="sm" c="dimmed">
              {t('answers.asking')}
            </Text>
          </Group>
        )}
        {!isAsking && !outcome && (
          <Text size="sm" c="dimmed">
            {t('answers.none')}
          </Text>
        )}
        {!isAsking && outcome && <Told outcome={outcome} least={least} />}
      </Stack>
    </Section>
  );
}

/** Whoever acts on answers sets how much they have to be worth: here it is tried. */
function Least({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  const { t } = useTranslation('decisions');
  const percent = Math.round(value * 100);
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {t('least.label', { percent })}
      </Text>
      <Slider
        min={0.5}
        max={0.95}
        step={0.05}
        label={(least) => `${Math.round(least * 100)} %`}
        value={value}
        onChange={onChange}
        thumbLabel={t('least.label', { percent })}
      />
      <Text size="xs" c="dimmed">
        {t('least.about')}
      </Text>
    </Stack>
  );
}

function Told({ outcome, least }: { outcome: Outcome; least: number }) {
  const { t } = useTranslation('decisions');
  const { request, body, raw, requestId, error } = outcome;
  if (error) {
    return (
      <Stack gap={4}>
        <ProblemAlert error={error} />
        <Anchor size="sm" href="/docs/api#errors" target="_blank">
          {t('what_to_do')}
        </Anchor>
      </Stack>
    );
  }
  const decision = readDecision(body, namesIn(request));
  return (
    <Stack gap="sm">
      <Route decision={decision} />
      {decision.answers.map((answer) => (
        <AnswerCard key={answer.name} answer={answer} least={least} />
      ))}
      {decision.missing.map((name) => (
        <Alert key={name} color="yellow" icon={<IconHelpCircle size={18} aria-hidden />}>
          {t('answers.missing', { name })}
        </Alert>
      ))}
      <Card withBorder padding="sm">
        <Stack gap={6}>
          {decision.revision !== null && (
            <Stack gap={2}>
              <Text size="xs" c="dimmed">
                {t('revision')}
              </Text>
              <CopyText text={decision.revision} size="xs" />
            </Stack>
          )}
          {requestId && <CallFacts id={requestId} />}
        </Stack>
      </Card>
      <Raw request={request} raw={raw} />
    </Stack>
  );
}

/** What `gw/auto` would make of the text alone. */
function Route({ decision: { decision } }: { decision: Decision }) {
  const { t } = useTranslation('decisions');
  if (decision === undefined) return null;
  return (
    <Alert
      color={decision ? 'teal' : 'yellow'}
      icon={
        decision ? (
          <IconArrowRight size={18} aria-hidden />
        ) : (
          <IconHelpCircle size={18} aria-hidden />
        )
      }
      title={t(decision ? 'route.title' : 'route.open')}
    >
      {decision
        ? t('route.text', { route: decision.route, demand: decision.demand })
        : t('route.open_about')}
    </Alert>
  );
}

function Raw({ request, raw }: { request: object; raw: string }) {
  const { t } = useTranslation('decisions');
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

/** Of the questions that were asked; none of a router's. */
const namesIn = (request: object): readonly string[] =>
  'questions' in request && isRecord(request.questions) ? Object.keys(request.questions) : [];
