/** Of everybody's workload there. */
export const PLAYGROUND_NAME = 'playground';
