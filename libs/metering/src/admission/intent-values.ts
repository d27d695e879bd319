import { bigintArray, textArray, uuidArray } from '#platform';
import type { AdmissionRequest } from './admission-request.js';
import { writeCounters } from './counters.js';

/** The intents of a batch as parameters: id, organisation, workload, replica, hold and the rest. */
export const intentValues = (
  batch: readonly AdmissionRequest[],
  replica: string,
): readonly unknown[] => [
  uuidArray(batch.map((request) => request.id)),
  uuidArray(batch.map((request) => request.organisationId)),
  uuidArray(batch.map((request) => request.workloadId)),
  replica,
  bigintArray(batch.map((request) => request.holdNano)),
  textArray(batch.map((request) => writeCounters(request.counters))),
  bigintArray(batch.map((request) => request.priceVersion)),
  textArray(batch.map((request) => request.context)),
  bigintArray(batch.map((request) => request.progressNano)),
];
