import { send } from '../../support/http.js';

/** What a page of the Console asks for at once, as paths of the admin API. */
export const HTTP_PAGES: readonly (readonly [name: string, ...paths: readonly string[]])[] = [
  ['overview, 24 hours', '/overview?range=24h'],
  ['overview, 30 days', '/overview?range=30d'],
  ['overview, 90 days', '/overview?range=90d'],
  ['usage by workload, 30 days', '/usage?group_by=workload'],
  ['audit log', '/audit?limit=50', '/audit?limit=1&histogram=true'],
  [
    'audit log, errors of a model',
    '/audit?limit=50&model=local%2Fqwen3-8b&outcome=error',
    '/audit?limit=1&histogram=true&model=local%2Fqwen3-8b&outcome=error',
  ],
  [
    'audit log, calls with an IBAN',
    '/audit?limit=50&kind=iban',
    '/audit?limit=1&histogram=true&kind=iban',
  ],
  ['audit log, live', '/audit?limit=50'],
  ['activity', '/activity?limit=50'],
  ['limits', '/limits'],
];

/** Reads one page. @throws Error with what was refused */
export async function readPage(
  url: string,
  headers: Readonly<Record<string, string>>,
  paths: readonly string[],
): Promise<void> {
  const answers = await Promise.all(
    paths.map((path) => send(`${url}/admin/v1${path}`, { headers })),
  );
  const refused = answers.find(({ status }) => status !== 200);
  if (refused) throw new Error(`An answer was ${refused.status}: ${refused.text}`);
}
