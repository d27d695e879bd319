import { outboundFault } from '#platform';
import type { SettingsFile } from './settings-file.dto.js';
import { when } from './when.js';

/**
 * Webhooks that could never be sent to, as far as it shows without a network: a name may lead elsewhere
 * tomorrow, and is looked up for each message.
 * @param trusted hosts that the environment lists, which the file cannot know
 */
export const findWebhookFaults = (
  { organisation }: SettingsFile,
  trusted: ReadonlySet<string>,
): readonly string[] =>
  (organisation.alerts?.webhooks ?? []).flatMap(({ name, url }) => {
    const fault = outboundFault(url, trusted);
    return when(fault !== undefined, `organisation.alerts.webhooks.${name}.url: ${fault}`);
  });
