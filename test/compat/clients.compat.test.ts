import { cases } from './cases.js';
import { clients } from './clients.js';
import { families } from './families.js';
import { runMatrix } from './run-matrix.js';

await runMatrix({ rows: clients, families, cases });
