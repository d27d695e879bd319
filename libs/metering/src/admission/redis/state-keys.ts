/**
 * Where an organisation's counters lie. All of its keys have one hash tag, and so lie in one slot of a
 * cluster. What counts money is one hash: whatever a server loses of it, it loses all.
 */
export const stateKey = (organisationId: string): string => `gw:{${organisationId}}:state`;

export const windowKey = (organisationId: string, workloadId: string): string =>
  `gw:{${organisationId}}:window:${workloadId}`;
