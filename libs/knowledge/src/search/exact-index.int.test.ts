import { describePassageIndex } from '../testing/passage-index-contract.js';
import { knowledgePlace } from '../testing/knowledge-kit.js';

describePassageIndex('a store that is looked at as a whole', {
  engine: 'exact',
  place: () => knowledgePlace({ allows: 'off' }),
  index: ({ exact }) => exact,
});
