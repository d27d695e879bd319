import {
  Alert,
  Badge,
  Button,
  Group,
  List,
  Stack,
  TagsInput,
  Text,
  Textarea,
  Title,
  Tooltip,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconFile } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ChooseFile } from '../../components/choose-file';
import { api, type Schemas } from '../../api/client';
import { FormDialog } from '../../components/form-dialog';
import { Snippet } from '../../components/snippet';

/** What a public list would change, for somebody to judge before an operator puts it into force. */
export function ComparePrices({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('routing');
  const form = useForm({ initialValues: { list: '', names: [] as string[] } });
  const { mutate, isPending, error, data } = api.useMutation('post', '/admin/v1/prices/diff', {
    meta: { isHandled: true },
  });
  const open = async (file: File | null) => {
    if (file) form.setFieldValue('list', await file.text());
  };
  return (
    <FormDialog
      title={t('models.diff.title')}
      action={t('models.diff.compare')}
      form={form}
      error={error}
      isBusy={isPending}
      size="xl"
      onClose={onClose}
      onSubmit={({ list, names }) =>
        // The document cannot say that any name may be a member.
        mutate({ body: { list, names: namesOf(names) } as Schemas['PriceDiffDto'] })
      }
    >
      <Text size="sm">{t('models.diff.about')}</Text>
      <Group>
        <ChooseFile accept="application/json,.json" onChange={(file) => void open(file)}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconFile size={16} aria-hidden />}>
              {t('models.diff.file')}
            </Button>
          )}
        </ChooseFile>
      </Group>
      <Textarea
        label={t('models.diff.list')}
        required
        rows={6}
        spellCheck={false}
        styles={{ input: { fontFamily: 'monospace' } }}
        {...form.getInputProps('list')}
      />
      <TagsInput
        label={t('models.diff.names')}
        description={t('models.diff.names_help')}
        {...form.getInputProps('names')}
      />
      {data && <Differences diff={data} />}
    </FormDialog>
  );
}

const namesOf = (pairs: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    pairs.flatMap((pair) => {
      const [theirs = '', ours = ''] = pair.split('=').map((part) => part.trim());
      return theirs && ours ? [[theirs, ours]] : [];
    }),
  );

function Differences({ diff }: { diff: Schemas['PriceDiffView'] }) {
  const { t } = useTranslation('routing');
  const { models, skipped, added, changed, added_count: more, changed_count: moved } = diff;
  const isSame = more === 0 && moved === 0;
  return (
    <Stack role="status" gap="sm">
      <Text size="sm">
        {t('models.diff.models', { count: models })}
        {skipped > 0 && ` · ${t('models.diff.skipped', { count: skipped })}`}
      </Text>
      {isSame && <Alert color="teal">{t('models.diff.same')}</Alert>}
      <Changes title={t('models.diff.changed', { count: moved })} changes={changed} />
      <Changes title={t('models.diff.added', { count: more })} changes={added} />
      {!isSame && (
        <>
          <Text size="sm">{t('models.diff.apply')}</Text>
          <Snippet label={t('models.diff.command')} text="npx gw price import prices.json" />
        </>
      )}
    </Stack>
  );
}

function Changes(props: { title: string; changes: readonly Schemas['PriceChangeView'][] }) {
  const { t } = useTranslation('routing');
  const { title, changes } = props;
  if (changes.length === 0) return null;
  return (
    <Stack gap={4}>
      <Title order={3}>{title}</Title>
      <List size="sm" mah={280} style={{ overflow: 'auto' }} tabIndex={0} aria-label={title}>
        {changes.map(({ text, remarkable }) => (
          <List.Item key={text} style={{ overflowWrap: 'anywhere' }}>
            {text}{' '}
            {remarkable && (
              <Tooltip label={t('models.diff.remarkable_about')}>
                <Badge size="sm" variant="light" color="yellow" tt="none">
                  {t('models.diff.remarkable')}
                </Badge>
              </Tooltip>
            )}
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}
