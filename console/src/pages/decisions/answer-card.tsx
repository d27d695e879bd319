import { Box, Card, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../components/status-badge';
import { likeliestOf, verdictOf, type Answer, type Verdict } from './answers';
import classes from './bars.module.css';

const TONES: Readonly<Record<Verdict, 'good' | 'warn' | 'quiet'>> = {
  sure: 'good',
  unsure: 'warn',
  guess: 'warn',
  unmeasured: 'quiet',
};

/**
 * What was answered, how the probabilities lie, and whether to act on it.
 * @param least that an answer has to be worth
 */
export function AnswerCard({ answer, least }: { answer: Answer; least: number }) {
  const { t } = useTranslation('decisions');
  const { name, type, confidence, worth } = answer;
  const verdict = verdictOf(answer, least);
  const isHeld = verdict === 'unsure' || verdict === 'guess';
  return (
    <Card withBorder padding="sm" component="article" aria-label={name}>
      <Stack gap="xs">
        <Group justify="space-between" gap="xs" align="flex-start">
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {name} · {t(`types.${type}`)}
          </Text>
          <StatusBadge tone={TONES[verdict]}>{t(`verdicts.${verdict}`)}</StatusBadge>
        </Group>
        <Said answer={answer} isHeld={isHeld} />
        <Bars answer={answer} />
        <Text size="xs" c="dimmed" className="tabular">
          {worth === null ? t('worth_unknown') : t('worth', { percent: percent(worth) })}
          {confidence !== null && ` · ${t('stands_out', { percent: percent(confidence) })}`}
        </Text>
        {isHeld && <Text size="sm">{t(`verdicts_about.${verdict}`)}</Text>}
      </Stack>
    </Card>
  );
}

function Said({ answer, isHeld }: { answer: Answer; isHeld: boolean }) {
  const { t } = useTranslation('decisions');
  const { type, choice, value, shares } = answer;
  const likeliest = likeliestOf(answer);
  const said = {
    noul: t((value ?? 0) >= 0.5 ? 'said.yes' : 'said.no'),
    choice: choice ?? likeliest?.label ?? '—',
    score: likeliest?.label ?? '—',
  }[type];
  return (
    <Group gap="xs" align="baseline">
      <Text
        fz="lg"
        fw={650}
        {...(isHeld && { c: 'dimmed' })}
        style={{ overflowWrap: 'anywhere' }}
        lh={1.25}
      >
        {said}
      </Text>
      {type === 'score' && value !== null && (
        <Text size="sm" c="dimmed" className="tabular">
          {t('said.score', { score: value.toFixed(2), top: shares.length - 1 })}
        </Text>
      )}
    </Group>
  );
}

function Bars({ answer }: { answer: Answer }) {
  const { t } = useTranslation('decisions');
  const likeliest = likeliestOf(answer);
  const labelOf = (label: string) =>
    answer.type === 'noul' ? t(label === 'true' ? 'said.yes' : 'said.no') : label;
  return (
    <Stack
      component="ul"
      gap={6}
      m={0}
      p={0}
      className={classes['list']}
      aria-label={t('probabilities', { name: answer.name })}
    >
      {answer.shares.map((share) => (
        <li key={share.label}>
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {labelOf(share.label)}
            </Text>
            <Text size="sm" className="tabular" style={{ whiteSpace: 'nowrap' }}>
              {(share.probability * 100).toFixed(1)} %
            </Text>
          </Group>
          <Box className={classes['track']} aria-hidden>
            <Box
              className={classes['bar']}
              data-likeliest={share === likeliest || undefined}
              style={{ width: `${share.probability * 100}%` }}
            />
          </Box>
        </li>
      ))}
    </Stack>
  );
}

/** Never more than it is: what is nearly certain is not shown as certain. */
const percent = (share: number): number => Math.floor(share * 1_000 + 1e-6) / 10;
