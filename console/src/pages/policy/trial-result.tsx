import { Alert, Box, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconEyeOff, IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DATA_KINDS, specOf, type DataKind } from '#contract';
import type { Schemas } from '../../api/client';
import { Highlighted } from './highlighted';
import { MODES } from './mode-section';
import classes from './try-it.module.css';

type Trial = Schemas['ProtectionTestView'];
type Finding = Trial['findings'][number];
type Mode = (typeof MODES)[number];

/** @param text that the trial is of @param mode whose output is shown first */
export function TrialResult({ text, trial, mode }: { text: string; trial: Trial; mode: Mode }) {
  const { t } = useTranslation('policy');
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const { findings, unread, took_ms: tookMs } = trial;
  const kinds = [...new Set(findings.map(nameOf))];
  const toggle = (kind: string) =>
    setHidden(hidden.includes(kind) ? hidden.filter((one) => one !== kind) : [...hidden, kind]);
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        {t('try.found', { count: findings.length, ms: tookMs.toLocaleString('en') })}
      </Text>
      {unread && <Alert color="yellow">{t('try.unread')}</Alert>}
      {kinds.length > 0 && (
        <Group gap={6} role="group" aria-label={t('try.legend')}>
          {kinds.map((kind) => (
            <Button
              key={kind}
              size="compact-xs"
              variant="default"
              className={classes['key']}
              data-group={groupOf(kind, findings)}
              aria-pressed={!hidden.includes(kind)}
              onClick={() => toggle(kind)}
              {...(hidden.includes(kind) && {
                rightSection: <IconEyeOff size={12} aria-hidden />,
              })}
            >
              {wordsOf(kind)} · {findings.filter((one) => nameOf(one) === kind).length} ·{' '}
              {fatesOf(kind, findings)
                .map((fate) => t(`fates.${fate}`))
                .join(', ')}
            </Button>
          ))}
        </Group>
      )}
      <Box className={classes['text']} role="region" aria-label={t('try.marked')} tabIndex={0}>
        <Highlighted
          text={text}
          marks={findings
            .filter((one) => !hidden.includes(nameOf(one)))
            .map((one) => ({
              start: one.start,
              end: one.end,
              label: wordsOf(nameOf(one)),
              group: groupOf(nameOf(one), findings),
            }))}
        />
      </Box>
      {findings.length === 0 && (
        <Group gap="xs">
          <IconShieldCheck size={18} aria-hidden />
          <Text size="sm">{t('try.nothing')}</Text>
        </Group>
      )}
      <Outputs key={mode} outputs={trial.outputs} first={mode} />
    </Stack>
  );
}

/** What would leave, in each mode. */
function Outputs({ outputs, first }: { outputs: Trial['outputs']; first: Mode }) {
  const { t } = useTranslation('policy');
  const [mode, setMode] = useState<string>(first);
  const output = outputs.find((one) => one.mode === mode);
  return (
    <Stack gap={6}>
      <Text size="sm" fw={600}>
        {t('try.sent')}
      </Text>
      <SegmentedControl
        size="xs"
        aria-label={t('try.sent')}
        data={MODES.map((value) => ({ value, label: t(`modes_short.${value}`) }))}
        value={mode}
        onChange={setMode}
      />
      {output?.text === null ? (
        <Alert color="red" title={t('try.refused')}>
          <Text size="sm">{t('try.refused_about', { code: output.refusal })}</Text>
        </Alert>
      ) : (
        <Box className={classes['text']} role="region" aria-label={t('try.sent')} tabIndex={0}>
          {output?.text}
        </Box>
      )}
    </Stack>
  );
}

/** Whose number it is says more than that it is one. */
const nameOf = ({ kind, subtype }: Finding): string => subtype ?? kind;

const wordsOf = (name: string): string => name.replaceAll('_', ' ');

const kindOf = (name: string, findings: readonly Finding[]): string =>
  findings.find((one) => nameOf(one) === name)?.kind ?? name;

function groupOf(name: string, findings: readonly Finding[]): string {
  const kind = kindOf(name, findings);
  return kind in DATA_KINDS ? specOf(kind as DataKind).group : 'own';
}

const FATES = [
  'log',
  'mask',
  'tokenize',
  'block',
  'would_log',
  'would_mask',
  'would_tokenize',
  'would_block',
  'excepted',
] as const;

const fatesOf = (name: string, findings: readonly Finding[]) =>
  FATES.filter((fate) => findings.some((one) => nameOf(one) === name && one.action === fate));
