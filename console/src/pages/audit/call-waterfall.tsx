import { Box, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Entry } from './call-model';
import classes from './call-waterfall.module.css';

type Step = Entry['steps'][number];
type Name = Step['step'] | 'read' | 'answer';

interface Bar {
  readonly name: Name;
  readonly provider: string;
  readonly ms: number;
  /** From the arrival of the call. */
  readonly sinceMs: number;
}

/** When each step of the call began and what it took, beside each other on one line of time. */
export function CallWaterfall({ steps, latencyMs }: { steps: Entry['steps']; latencyMs: number }) {
  const { t } = useTranslation('audit');
  const bars = barsOf(steps, latencyMs);
  if (bars.length === 0) return null;
  const wholeMs = Math.max(...bars.map(({ sinceMs, ms }) => sinceMs + ms), 1);
  return (
    <Stack
      component="ol"
      gap={4}
      m={0}
      p={0}
      aria-label={t('way.times')}
      className={classes['list']}
    >
      {bars.map(({ name, provider, ms, sinceMs }, index) => (
        // Steps have no identity but their order.
        <Group component="li" key={index} gap="xs" wrap="nowrap">
          <Text size="xs" className={classes['name']} truncate>
            {t(`way.bars.${name}`, { provider })}
          </Text>
          <Box className={classes['track']} aria-hidden>
            <Box
              className={classes['bar']}
              data-step={name}
              style={{
                insetInlineStart: `${(sinceMs / wholeMs) * 100}%`,
                width: `${(ms / wholeMs) * 100}%`,
              }}
            />
          </Box>
          <Text size="xs" className={`${classes['time']} tabular`}>
            {t('way.took', { ms: shownMs(ms) })}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}

/** One after the other, as they were; what no step accounts for is the reading of the body, and the answer. */
export function barsOf(steps: Entry['steps'], latencyMs: number): readonly Bar[] {
  const gatewayMs = steps.find(({ step }) => step === 'gateway')?.ms ?? 0;
  const timed = steps.filter(({ step }) => step !== 'gateway' && step !== 'attempt');
  const attempts = steps.filter(({ step }) => step === 'attempt');
  const readMs = Math.max(0, gatewayMs - sumOf(timed));
  const bars: Bar[] = [];
  let sinceMs = 0;
  const add = (name: Name, ms: number, provider: string | null = null): void => {
    bars.push({ name, provider: provider ?? '', ms, sinceMs });
    sinceMs += ms;
  };
  if (timed.length > 0) add('read', readMs);
  else if (gatewayMs > 0) add('gateway', gatewayMs);
  for (const { step, ms } of timed) add(step, ms);
  for (const { ms, provider } of attempts) add('attempt', ms, provider);
  if (attempts.length > 0 && latencyMs > sinceMs) add('answer', latencyMs - sinceMs);
  return bars;
}

const sumOf = (steps: readonly Step[]): number => steps.reduce((sum, { ms }) => sum + ms, 0);

/** Two digits say enough: most steps take less than a millisecond. */
const shownMs = (ms: number): string =>
  ms < 10 ? ms.toFixed(2) : Math.round(ms).toLocaleString('en');
