import { api } from '../../api/client';
import { useReach } from '../../api/session';
import { TOOL_SERVERS } from './tool-model';

/** What a tool server says of itself now. It is asked for those who manage it, and not again where it fails. */
export function useOffered(id: string) {
  const canManage = useReach('provider:manage') !== undefined;
  return api.useQuery(
    'get',
    `${TOOL_SERVERS}/{id}/tools`,
    { params: { path: { id } } },
    { enabled: canManage, retry: false },
  );
}
