import { Blockquote, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormProblem } from '../../components/form-problem';
import { searchStore, type Hit } from './model';

const DIGITS = 3;

/** What a workload would find, on the budget that is chosen. */
export function TrySearch(props: { store: string; workload: string | undefined }) {
  const { t } = useTranslation('knowledge');
  const [query, setQuery] = useState('');
  const { mutate, isPending, error, data } = useMutation({
    meta: { isHandled: true },
    mutationFn: () => searchStore(props.store, query, props.workload),
  });
  return (
    <Stack gap="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (query.trim() !== '') mutate();
        }}
      >
        <Group align="flex-end" wrap="nowrap">
          <TextInput
            flex={1}
            label={t('try')}
            placeholder={t('try_placeholder')}
            value={query}
            onChange={({ currentTarget }) => setQuery(currentTarget.value)}
          />
          <Button
            type="submit"
            leftSection={<IconSearch size={16} aria-hidden />}
            loading={isPending}
            disabled={query.trim() === ''}
          >
            {t('search')}
          </Button>
        </Group>
      </form>
      <FormProblem error={error} />
      {data && (
        <Stack gap="xs" role="status" aria-label={t('found')}>
          {data.length === 0 && <Text size="sm">{t('found_nothing')}</Text>}
          {data.map((hit, place) => (
            <Found key={`${hit.file_id} ${place}`} hit={hit} />
          ))}
        </Stack>
      )}
    </Stack>
  );
}

function Found({ hit }: { hit: Hit }) {
  return (
    <Blockquote
      p="sm"
      color="indigo"
      cite={`${hit.filename}, ${hit.score.toFixed(DIGITS)}`}
      styles={{ cite: { color: 'inherit', opacity: 1 } }}
    >
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} lineClamp={8}>
        {hit.content.map(({ text }) => text).join('\n')}
      </Text>
    </Blockquote>
  );
}
