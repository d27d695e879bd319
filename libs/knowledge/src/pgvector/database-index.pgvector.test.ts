import { describePassageIndex } from '../testing/passage-index-contract.js';
import { knowledgePlace } from '../testing/knowledge-kit.js';

describePassageIndex('a store that the database indexes', {
  engine: 'pgvector',
  place: () => knowledgePlace({ allows: 'on' }, 'CREATE EXTENSION vector'),
  index: ({ indexed }) => indexed,
});
