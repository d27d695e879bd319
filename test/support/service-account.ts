import { generateKeyPairSync } from 'node:crypto';

export interface ServiceAccount {
  readonly email: string;
  /** PEM. */
  readonly publicKey: string;
  /** As the cloud gives it out. */
  readonly keyFile: string;
}

/** A service account of nobody, with a key of its own. */
export function aServiceAccount(email = 'gateway@a-project.iam.example'): ServiceAccount {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const keyFile = JSON.stringify({
    type: 'service_account',
    project_id: 'a-project',
    private_key_id: 'k1',
    private_key: privateKey,
    client_email: email,
    token_uri: 'https://oauth2.example/token',
  });
  return { email, publicKey, keyFile };
}
