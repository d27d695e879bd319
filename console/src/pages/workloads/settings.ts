import type { Schemas } from '../../api/client';

export type Workload = Schemas['WorkloadView'];
export type WorkloadSettings = Schemas['WorkloadDto'];
