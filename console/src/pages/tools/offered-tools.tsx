import { Anchor, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReach } from '../../api/session';
import { Changes, type Change } from '../../components/changes';
import { Loadable } from '../../components/loadable';
import { notifyDone } from '../../components/notify';
import { ReasonButton } from '../../components/reason-button';
import { Section } from '../../components/section';
import { Snippet } from '../../components/snippet';
import { StatusBadge } from '../../components/status-badge';
import { isSameValue } from '../../lib/same-value';
import type { Provider } from '../providers/provider-model';
import { useProviderChange } from '../providers/use-provider-change';
import { ApproveTools } from './approve-tools';
import { CallPrice } from './call-price';
import { ServeAtPrice } from './serve-at-price';
import { ToolFindings } from './tool-findings';
import { isOpen, STATE_TONES, type Tool } from './tool-model';
import { useOffered } from './use-offered';

/** What a tool server offers now, beside what was approved of it, and the approval. */
export function OfferedTools({ server }: { server: Provider }) {
  const { t } = useTranslation(['routing', 'common']);
  const canManage = useReach('provider:manage') !== undefined;
  const query = useOffered(server.id);
  return (
    <Section
      title={t('tools.offered')}
      about={
        <>
          {t('tools.offered_about')}{' '}
          <Anchor
            size="sm"
            underline="always"
            renderRoot={(root) => <Link to="/workloads" {...root} />}
          >
            {t('tools.grant')}
          </Anchor>
        </>
      }
    >
      {canManage ? (
        <Loadable query={query}>{({ data }) => <ToolList server={server} tools={data} />}</Loadable>
      ) : (
        <Text size="sm">{t('common:read_only')}</Text>
      )}
    </Section>
  );
}

function ToolList({ server, tools }: { server: Provider; tools: readonly Tool[] }) {
  const { t } = useTranslation(['routing', 'common']);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isApproving, setApproving] = useState(false);
  const open = tools.filter((tool) => isOpen(tool) && chosen.has(tool.name));
  const choose = (name: string, isChosen: boolean) =>
    setChosen(new Set(isChosen ? [...chosen, name] : [...chosen].filter((one) => one !== name)));
  if (tools.length === 0) return <Text size="sm">{t('tools.none_offered')}</Text>;
  return (
    <Stack>
      {tools.map((tool) => (
        <OneTool
          key={tool.name}
          tool={tool}
          server={server}
          isChosen={chosen.has(tool.name)}
          onChoose={
            isOpen(tool) && !server.managed_by_file
              ? (isChosen) => choose(tool.name, isChosen)
              : undefined
          }
        />
      ))}
      {tools.some(isOpen) && (
        <Group justify="flex-end">
          <ReasonButton
            onClick={() => setApproving(true)}
            disabled={open.length === 0}
            reason={server.managed_by_file ? t('common:by_file') : undefined}
          >
            {t('tools.approve.action', { count: open.length })}
          </ReasonButton>
        </Group>
      )}
      {isApproving && (
        <ApproveTools
          server={server}
          tools={open}
          onClose={() => setApproving(false)}
          onDone={() => {
            setApproving(false);
            setChosen(new Set());
          }}
        />
      )}
    </Stack>
  );
}

function OneTool(props: {
  tool: Tool;
  server: Provider;
  isChosen: boolean;
  onChoose: ((isChosen: boolean) => void) | undefined;
}) {
  const { t } = useTranslation('routing');
  const { tool, server, isChosen, onChoose } = props;
  const { name, state, approved, live } = tool;
  const shown = live ?? approved;
  return (
    <Stack gap={6}>
      <Group gap="xs" justify="space-between">
        <Group gap="xs">
          {onChoose && (
            <Checkbox
              checked={isChosen}
              onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
              aria-label={t('tools.choose', { name })}
            />
          )}
          <Text fw={600} ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <StatusBadge tone={STATE_TONES[state]}>{t(`tools.states.${state}`)}</StatusBadge>
        </Group>
        {approved && <Approved server={server} name={name} />}
      </Group>
      <ToolFindings tool={tool} />
      {state === 'changed' ? (
        <Changes label={t('tools.difference', { name })} changes={changesOf(tool)} />
      ) : (
        <>
          {shown?.title && (
            <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
              {shown.title}
            </Text>
          )}
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {shown?.description}
          </Text>
          {state === 'new' &&
            IN_JSON.filter((member) => shown?.[member]).map((member) => (
              <Snippet
                key={member}
                label={t(`tools.shown.${member}`)}
                text={JSON.stringify(shown?.[member], null, 2)}
              />
            ))}
        </>
      )}
    </Stack>
  );
}

const IN_JSON = ['input_schema', 'output_schema', 'annotations'] as const;

/** What a call of an approved tool costs, another price of it, and the end of the approval. */
function Approved({ server, name }: { server: Provider; name: string }) {
  const { t } = useTranslation('routing');
  const [isPricing, setPricing] = useState(false);
  const { models } = server.settings;
  const { change, isPending } = useProviderChange(() =>
    notifyDone(t('tools.beside.stopped', { name, server: server.name })),
  );
  return (
    <Group gap="xs">
      <CallPrice price={models.find(({ id }) => id === name)?.price} />
      {!server.managed_by_file && (
        <>
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={t('tools.reprice', { name })}
            onClick={() => setPricing(true)}
          >
            {t('tools.beside.reprice')}
          </Button>
          <Button
            size="compact-xs"
            variant="subtle"
            color="red"
            loading={isPending}
            aria-label={t('tools.withdraw_named', { name })}
            onClick={() => change(server, { models: models.filter(({ id }) => id !== name) })}
          >
            {t('tools.withdraw')}
          </Button>
        </>
      )}
      {isPricing && (
        <ServeAtPrice server={server} id={name} name={name} onClose={() => setPricing(false)} />
      )}
    </Group>
  );
}

/** Member by member: what is the same on both sides is left out. */
function changesOf({ approved, live }: Tool): readonly Change[] {
  return (['title', 'description', ...IN_JSON] as const)
    .map((path) => ({ path, from: approved?.[path], to: live?.[path] }))
    .filter(({ from, to }) => !isSameValue(from, to));
}
