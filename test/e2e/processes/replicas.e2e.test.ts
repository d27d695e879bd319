import { describe } from 'vitest';
import { cutDatabase, describeChanges } from './heard-everywhere.js';

describe('two replicas on one PostgreSQL', () => {
  describeChanges(async () => ({
    of: 'two replicas',
    replicas: [{}, { GW_ROLE: 'api' }],
    cli: {},
    cutOff: cutDatabase,
  }));
});

describe('two processes behind one port', () => {
  describeChanges(async () => ({
    of: 'GW_PROCESSES=2',
    replicas: [{ GW_PROCESSES: '2' }],
    cli: {},
    cutOff: cutDatabase,
  }));
});
