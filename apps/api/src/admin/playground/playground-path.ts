export const PLAYGROUND_PATH = '/admin/v1/playground/chat';
