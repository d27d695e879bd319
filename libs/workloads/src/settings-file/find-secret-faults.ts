import type { SecretRef, SettingsFile } from './settings-file.dto.js';
import { when } from './when.js';

interface PlacedRef {
  readonly where: string;
  readonly ref: SecretRef;
}

/** Secrets without a source, and virtual keys that would belong to two workloads. */
export function findSecretFaults({ organisation, providers, workloads }: SettingsFile): string[] {
  const ofProviders = providers.flatMap(({ name, secret }): PlacedRef[] =>
    secret ? [{ where: `providers.${name}`, ref: secret }] : [],
  );
  const ofWebhooks = (organisation.alerts?.webhooks ?? []).map(({ name, secret }): PlacedRef => ({
    where: `organisation.alerts.webhooks.${name}`,
    ref: secret,
  }));
  const ofKeys = workloads.flatMap(({ name, keys }) =>
    keys.map((key): PlacedRef => ({
      where: `workloads.${name}.keys.${key.name}`,
      ref: key.secret,
    })),
  );
  return [
    ...[...ofProviders, ...ofWebhooks, ...ofKeys].flatMap(({ where, ref }) =>
      when(
        [ref.env, ref.file, ref.stored].filter((source) => source !== undefined).length !== 1,
        `${where}.secret: give either {env: NAME} or {file: path}`,
      ),
    ),
    ...sameSource(ofKeys),
  ];
}

/** A key means one workload: named twice, its calls would be charged to whichever came last. */
function sameSource(keys: readonly PlacedRef[]): string[] {
  const first = new Map<string, string>();
  return keys.flatMap(({ where, ref }) => {
    const source = ref.env === undefined ? `file ${ref.file}` : `env ${ref.env}`;
    const before = first.get(source);
    first.set(source, before ?? where);
    return when(
      before !== undefined,
      `${where}.secret: ${before} has the same one; each key needs its own`,
    );
  });
}
