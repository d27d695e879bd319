import { Anchor, Modal, Stack, Text } from '@mantine/core';
import { IconMail, IconMailForward } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asWhole } from '../../api/as-list';
import { api, type Schemas } from '../../api/client';
import { useSession } from '../../api/session';
import { CopyIcon } from '../../components/copy-text';
import { EmptyState } from '../../components/empty-state';
import { Page } from '../../components/page';
import { ResourceTable, type Column } from '../../components/resource-table';
import { When } from '../../components/when';

type Mail = Schemas['MailView'];
const LINKS = /(https?:\/\/\S+)/;

/** What would have been sent, where no mail server is named. */
export function MailboxPage() {
  const { t } = useTranslation('people');
  const { mail_server: hasServer } = useSession();
  return (
    <Page title={t('mailbox.title')} about={t('mailbox.about')}>
      {hasServer ? <EmptyState icon={IconMailForward} text={t('mailbox.sent')} /> : <Mails />}
    </Page>
  );
}

function Mails() {
  const { t } = useTranslation('people');
  const [read, setRead] = useState<Mail | null>(null);
  const query = api.useQuery('get', '/admin/v1/mailbox');
  const columns: readonly Column<Mail>[] = [
    {
      key: 'subject',
      header: t('mailbox.subject'),
      cell: (mail) => (
        <Anchor
          component="button"
          size="sm"
          fw={600}
          ta="left"
          onClick={(event) => {
            event.stopPropagation();
            setRead(mail);
          }}
        >
          {mail.subject}
        </Anchor>
      ),
    },
    {
      key: 'to',
      header: t('mailbox.to'),
      cell: ({ to }) => (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {to}
        </Text>
      ),
    },
    {
      key: 'at',
      header: t('mailbox.at'),
      from: 'sm',
      cell: ({ created_at: at }) => <When at={at} />,
    },
  ];
  return (
    <>
      <ResourceTable
        list={asWhole<Mail>(query)}
        columns={columns}
        rowKey={({ id }) => id}
        label={t('mailbox.title')}
        onOpen={setRead}
        empty={<EmptyState icon={IconMail} text={t('mailbox.empty')} />}
      />
      {read && (
        <Modal opened onClose={() => setRead(null)} title={read.subject} size="lg">
          <Stack gap="xs">
            <Text size="sm" c="dimmed">
              {t('mailbox.to')}: {read.to}
            </Text>
            <Text
              size="sm"
              component="div"
              style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
            >
              {read.text.split(LINKS).map((part, place) =>
                LINKS.test(part) ? (
                  // Parts have no identity but their place.
                  <span key={place}>
                    <Anchor href={part} inherit underline="always">
                      {part}
                    </Anchor>{' '}
                    <CopyIcon text={part} what={t('mailbox.link')} />
                  </span>
                ) : (
                  part
                ),
              )}
            </Text>
          </Stack>
        </Modal>
      )}
    </>
  );
}
