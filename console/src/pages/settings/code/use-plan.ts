import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client, type Schemas } from '../../../api/client';
import { isProblem, type FieldFault } from '../../../api/problem';
import { findLine } from './find-line';

export interface Asked {
  readonly yaml: string;
  readonly prune: boolean;
}

export interface Fault extends FieldFault {
  readonly line: number | undefined;
}

/** A plan, and the document that it is of. */
export interface Planned extends Asked {
  readonly plan: Schemas['PlanView'];
  /** Of each another one: what became of the one before is forgotten. */
  readonly number: number;
}

export type Planning = ReturnType<typeof usePlan>;

/** What a document would change. Nothing is changed. */
export function usePlan(asked: Asked) {
  const [planned, setPlanned] = useState<Planned | null>(null);
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const { mutate, isPending, error } = useMutation({
    meta: { isHandled: true },
    mutationFn: async (body: Asked): Promise<Planned> => {
      const { data } = await client.POST('/admin/v1/config/plan', { body });
      if (!data) throw new Error('The API answered without a plan.');
      return { ...body, plan: data, number: (planned?.number ?? 0) + 1 };
    },
    onSuccess: (found) => {
      setFaults([]);
      setPlanned(found);
    },
    onError: async (refusal, { yaml }) => {
      setPlanned(null);
      const errors = isProblem(refusal) ? refusal.errors : [];
      const placed = errors.map(async (fault) => ({
        ...fault,
        line: await findLine(yaml, fault.path, fault.message),
      }));
      setFaults(await Promise.all(placed));
    },
  });
  return {
    planned,
    /** The document is another one by now. */
    isStale: planned !== null && (planned.yaml !== asked.yaml || planned.prune !== asked.prune),
    faults,
    error,
    isPlanning: isPending,
    plan: () => mutate(asked),
    forget: () => setPlanned(null),
  };
}
