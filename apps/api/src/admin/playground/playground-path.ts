export const PLAYGROUND_PATH = '/admin/v1/playground/chat';

/** Of everybody's workload there. */
export const PLAYGROUND_NAME = 'playground';
