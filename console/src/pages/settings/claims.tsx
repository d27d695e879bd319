import { Alert, Table } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRecord } from '../../lib/is-record';

/** What the identity provider has said in a test, out of the address that it came back to. */
export function Claims() {
  const { t } = useTranslation(['people', 'common']);
  const [claims, setClaims] = useState(readClaims);
  if (!claims) return null;
  const close = () => {
    history.replaceState(history.state, '', location.pathname);
    setClaims(null);
  };
  return (
    <Alert
      color="teal"
      role="status"
      icon={<IconPlugConnected size={18} aria-hidden />}
      title={t('oidc.test_done')}
      withCloseButton
      closeButtonLabel={t('common:close')}
      onClose={close}
    >
      {t('oidc.test_claims')}
      <Table mt="xs" layout="fixed">
        <Table.Tbody>
          {Object.entries(claims).map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th w="35%" style={{ overflowWrap: 'anywhere' }}>
                {name}
              </Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                {typeof value === 'string' ? value : JSON.stringify(value)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Alert>
  );
}

function readClaims(): Readonly<Record<string, unknown>> | null {
  const text = new URLSearchParams(location.hash.slice(1)).get('claims') ?? '';
  try {
    const base64 = text.replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0) ?? 0);
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isRecord(claims) ? claims : null;
  } catch {
    return null; // Somebody else has written the address.
  }
}
