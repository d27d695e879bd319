import { describeInterleavings } from '../testing/interleavings.js';
import { knowledgePlace } from '../testing/knowledge-kit.js';

describeInterleavings(
  await knowledgePlace({ allows: 'on' }, 'CREATE EXTENSION vector'),
  'pgvector',
);
