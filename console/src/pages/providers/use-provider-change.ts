import { useQueryClient } from '@tanstack/react-query';
import { api, ifMatch, type Schemas } from '../../api/client';
import { askAnew } from '../../api/session';
import { PROVIDER, type Provider } from './provider-model';

/** Changes a provider as it was read; somebody else's change in between is told, not overwritten. */
export function useProviderChange(done: () => void, isHandled = false) {
  const queries = useQueryClient();
  const { mutate, isPending, error } = api.useMutation('patch', PROVIDER, {
    meta: { isHandled },
    gcTime: 0, // What was sent may be a secret: it stays no longer than it takes.
    onSuccess: () => {
      done();
      void askAnew(queries);
    },
  });
  const change = ({ id, version }: Provider, patch: object) => {
    // A merge patch is a part of what it changes.
    const body = patch as Schemas['ProviderInput'];
    mutate({ params: { path: { id }, ...ifMatch(version) }, body });
  };
  return { change, isPending, error };
}
