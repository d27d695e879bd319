import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconEraser, IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, type Schemas } from '../../api/client';
import { useReach } from '../../api/session';
import { Loadable } from '../../components/loadable';
import { notifyDone } from '../../components/notify';
import { Snippet } from '../../components/snippet';
import { answerParts, indented } from './kept-text';

type Kept = Schemas['AuditContentView'];
const PATH = '/admin/v1/audit/{id}/content';

/** What was asked and answered, where the organisation keeps it: fetched when somebody asks, since each look is on record. */
export function CallContent({ id }: { id: string }) {
  const { t } = useTranslation('audit');
  const [isShown, show] = useState(false);
  if (useReach('content:read') === undefined) return null;
  return (
    <Stack gap="xs">
      <Title order={2}>{t('content.title')}</Title>
      {isShown ? (
        <Shown id={id} />
      ) : (
        <Group>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconEye size={14} aria-hidden />}
            onClick={() => show(true)}
          >
            {t('content.show')}
          </Button>
          <Text size="sm" c="dimmed">
            {t('content.on_record')}
          </Text>
        </Group>
      )}
    </Stack>
  );
}

function Shown({ id }: { id: string }) {
  // Not asked for again by itself: each look is on record.
  const query = api.useQuery('get', PATH, { params: { path: { id } } }, { staleTime: Infinity });
  return (
    <Loadable query={query}>
      {(kept) => <Texts kept={kept} onErased={() => void query.refetch()} />}
    </Loadable>
  );
}

function Texts({ kept, onErased }: { kept: Kept; onErased: () => void }) {
  const { t } = useTranslation('audit');
  const { prompt, answer } = kept;
  if (!prompt && !answer) return <Text size="sm">{t('content.none')}</Text>;
  return (
    <>
      {prompt && (
        <KeptText name={t('content.prompt')} kept={prompt} text={indented(prompt.text ?? '')} />
      )}
      {answer &&
        answerParts(answer.text ?? '').map(({ kind, text }, index) => (
          // Parts have no identity but their order.
          <KeptText key={index} name={t('content.answer', { kind })} kept={answer} text={text} />
        ))}
      <Erase id={kept.id} onErased={onErased} />
    </>
  );
}

function KeptText(props: {
  name: string;
  kept: { text: string | null; cut: boolean };
  text: string;
}) {
  const { t } = useTranslation('audit');
  const { name, kept, text } = props;
  if (kept.text === null) return <Alert color="red">{t('content.damaged', { name })}</Alert>;
  return <Snippet label={kept.cut ? `${name} ${t('content.cut')}` : name} text={text} />;
}

function Erase({ id, onErased }: { id: string; onErased: () => void }) {
  const { t } = useTranslation('audit');
  const erase = api.useMutation('delete', PATH, {
    onSuccess: () => {
      notifyDone(t('content.erased'));
      onErased();
    },
  });
  if (useReach('content:erase') === undefined) return null;
  return (
    <Group>
      <Button
        size="xs"
        color="red"
        variant="light"
        leftSection={<IconEraser size={14} aria-hidden />}
        loading={erase.isPending}
        onClick={() => erase.mutate({ params: { path: { id } } })}
      >
        {t('content.erase')}
      </Button>
    </Group>
  );
}
