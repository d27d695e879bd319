import { cachedAnswersGo, CACHING_SETTINGS } from '../../support/cached-answers.js';
import { startGateway } from '../../support/gateway.js';

const gateway = await startGateway(CACHING_SETTINGS);

cachedAnswersGo(gateway, async () => {
  const rows: unknown[] = await gateway.database.owner.dataSource.query(
    'SELECT FROM cached_answer',
  );
  return rows.length;
});
