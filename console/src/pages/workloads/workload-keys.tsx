import { Button, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useReach } from '../../api/session';
import { CreateKey } from '../keys/create-key';
import { KeysTable } from '../keys/keys-table';

/** The keys of one workload. */
export function WorkloadKeys({ workload }: { workload: string }) {
  const { t } = useTranslation('keys');
  const canManage = useReach('key:manage') !== undefined;
  const [isMaking, { open, close }] = useDisclosure();
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open} data-shortcut="n">
      {t('new')}
    </Button>
  );
  return (
    <Stack>
      {canManage && <Group>{create}</Group>}
      <KeysTable query={{ sort: '-created_at', workload_id: workload }} action={null} />
      {isMaking && <CreateKey workload={workload} onClose={close} />}
    </Stack>
  );
}
