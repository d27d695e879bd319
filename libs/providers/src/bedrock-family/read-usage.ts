import { NO_USAGE, type Usage } from '#wire';

const COUNT = /^\d{1,15}$/;

/** Models without a count in their answers are counted by the platform, in headers. */
export function readBedrockUsage(headers: Readonly<Record<string, string>>): Usage | undefined {
  const tokens = headers['x-amzn-bedrock-input-token-count'];
  return tokens !== undefined && COUNT.test(tokens)
    ? { ...NO_USAGE, inputTotal: Number(tokens) }
    : undefined;
}
