import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useReach } from '../../api/session';
import { Loadable } from '../../components/loadable';
import { EndpointsSection } from './endpoints-section';
import { useSeen } from './health-model';
import { OperateDialog, type Operation } from './operate-dialog';
import { ModelsSection, ReplicasSection } from './processes-section';
import { QueuesSection } from './queues-section';

/** What operators look at and do, for who may see the whole organisation. */
export function OperatorsView() {
  const query = useSeen();
  const mayOperate = useReach('system:manage') !== undefined;
  const [operation, setOperation] = useState<Operation | null>(null);
  const operate = mayOperate ? setOperation : undefined;
  return (
    <Loadable query={query}>
      {({ endpoints, queues, local_models: models, replicas }) => (
        <Stack gap="lg">
          <EndpointsSection endpoints={endpoints} operate={operate} />
          <QueuesSection queues={queues} operate={operate} />
          <ModelsSection models={models} />
          <ReplicasSection replicas={replicas} />
          {operation && <OperateDialog of={operation} onClose={() => setOperation(null)} />}
        </Stack>
      )}
    </Loadable>
  );
}
