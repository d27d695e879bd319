import { pick } from './draw.js';
import type { KindSamples } from './samples.js';

const LOCALS = ['jane.doe', 'office', 'k.nowak', 'maria+shop', 'info-2', 'o.brien'];
const HOSTS = ['example.com', 'mail.example.org', 'firma.de', 'empresa.es', 'uni.ac.uk'];
/** Packages, handles and addresses of machines that are no mail. */
const MISSES = ['@scope/pkg', 'left-pad@1.3.0', '@media', 'jane @ noon', 'user@', '@example.com'];

export const emailSamples: KindSamples = {
  kind: 'email',
  valid: (random) => `${pick(LOCALS, random)}${Math.floor(random() * 90)}@${pick(HOSTS, random)}`,
  nearMiss: (random) => pick(MISSES, random),
  contexts: ['Mail: #.', 'write to #.', 'E-Mail #.', 'Courriel : #.', 'Correo: #.'],
};
