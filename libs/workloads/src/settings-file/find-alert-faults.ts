import type { Config } from '#platform';
import { nameOfRef, readSecret, type Variables } from '../directory/read-secret.js';
import { findWebhookFaults } from './find-webhook-faults.js';
import type { SettingsFile } from './settings-file.dto.js';
import { when } from './when.js';

const WEBHOOK_SECRET_CHARS_MIN = 16; // Whoever guesses it can say that limits are reached.

/** Alerts that this process could never send, for what its environment says or lacks. */
export const findAlertFaults = (
  file: SettingsFile,
  config: Config,
  variables: Variables,
): readonly string[] => [
  ...findWebhookFaults(file, config.outboundHosts),
  ...findSecretFaults(file, variables),
  ...findMailFaults(file, config),
];

function findSecretFaults({ organisation }: SettingsFile, variables: Variables) {
  return (organisation.alerts?.webhooks ?? []).flatMap(({ name, secret }) => {
    const where = `organisation.alerts.webhooks.${name}`;
    const value = readSecret(secret, variables)?.reveal();
    return [
      ...when(value === undefined, `${where}.secret: ${nameOfRef(secret)} is not set`),
      ...when(
        value !== undefined && value.length < WEBHOOK_SECRET_CHARS_MIN,
        `${where}.secret: ${nameOfRef(secret)} is shorter than ${WEBHOOK_SECRET_CHARS_MIN} characters`,
      ),
    ];
  });
}

/** Where a worker seals, it sends as well: the server is set there, and an API does not know of it. */
function findMailFaults({ organisation }: SettingsFile, config: Config): readonly string[] {
  if ((organisation.alerts?.emails ?? []).length === 0 || !config.runsBackgroundWork) return [];
  const missing = [
    ...when(config.smtpUrl === null, 'GW_SMTP_URL'),
    ...when(config.smtpFrom === null, 'GW_SMTP_FROM'),
  ];
  return missing.map((name) => `organisation.alerts.emails: ${name} is not set`);
}
