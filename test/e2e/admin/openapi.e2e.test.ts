import { expect, it } from 'vitest';
import { AdminClient } from '../../support/admin.js';
import { startGateway } from '../../support/gateway.js';

const gateway = await startGateway({}, { managedBy: 'console' });

interface Document {
  readonly paths: Record<string, Record<string, { readonly operationId: string }>>;
  readonly components: { readonly schemas: Record<string, { readonly properties?: object }> };
}

it('the admin API documents itself, with the schemas that it checks by', async () => {
  const { paths, components } = (
    await new AdminClient(gateway.url).get('/openapi.json')
  ).json<Document>();
  const ids = Object.values(paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining(['/admin/v1/workloads/{id}', '/admin/v1/keys/{id}/rotate']),
  );
  expect(components.schemas['WorkloadDto']?.properties).toMatchObject({
    rpm: { type: 'integer', minimum: 1 },
    budget: { $ref: '#/components/schemas/BudgetDto' },
  });
  expect(paths['/admin/v1/workloads']?.['get']).toMatchObject({
    parameters: [
      { name: 'limit', in: 'query', required: false },
      { name: 'cursor', in: 'query', required: false },
    ],
  });
  expect(paths['/admin/v1/workloads/{id}']?.['patch']).toMatchObject({
    parameters: [
      { name: 'id', in: 'path' },
      { name: 'If-Match', in: 'header', required: true },
    ],
  });
  expect(components.schemas['WorkloadView']?.properties).toMatchObject({
    owner_id: { type: 'string', nullable: true },
  });
  expect(components.schemas).not.toHaveProperty('Environment');
  const text = JSON.stringify({ paths, components });
  const named = [...text.matchAll(/#\/components\/schemas\/([^"]+)/g)].map(([, name]) => name);
  expect(named.filter((name) => !components.schemas[name ?? ''])).toEqual([]);
});
