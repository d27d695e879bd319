import { readFileSync } from 'node:fs';
import type { Config, InstanceSecrets } from '#platform';
import { CheckpointSigner } from '../log/checkpoint-signer.js';
import { readFormerKeys } from './former-keys.js';

/**
 * The operator's own key, or one derived from the master key. The instance's part of every origin is
 * derived too: it must stay the same whatever the gateway is called later.
 */
export function openSigner(config: Config, secrets: InstanceSecrets): CheckpointSigner {
  const instance = `gateway-${secrets.derive('audit/instance').toString('hex', 0, 4)}`;
  const signer = config.signingKeyFile
    ? CheckpointSigner.fromPem(instance, readFileSync(config.signingKeyFile, 'utf8'))
    : CheckpointSigner.fromSeed(instance, secrets.derive('audit/signing'));
  return signer.following(readFormerKeys(config));
}
