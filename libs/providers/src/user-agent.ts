/** How the gateway calls itself to providers. */
export const USER_AGENT = 'model-gateway';
