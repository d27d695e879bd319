import { embedders } from './embedders.js';
import { embeddingCases, WITHOUT_VECTORS } from './embedding-cases.js';
import { families, type FamilyUnderTest } from './families.js';
import { hosts } from './hosts.js';
import { runMatrix } from './run-matrix.js';

const asked = (family: FamilyUnderTest): FamilyUnderTest =>
  family.vectors ? family : { ...family, cannot: WITHOUT_VECTORS };

await runMatrix({
  rows: embedders,
  families: [...families, ...hosts].map(asked),
  cases: embeddingCases,
});
