import { getMetadataStorage } from 'class-validator';
import { expect, it } from 'vitest';
import { AdminClient, OWNER } from '../../support/admin.js';
import { startGateway } from '../../support/gateway.js';
import type { Answer } from '../../support/http.js';

const gateway = await startGateway({}, { managedBy: 'console' });

interface Document {
  readonly paths: Record<string, Record<string, { readonly operationId: string }>>;
  readonly components: { readonly schemas: Record<string, { readonly properties?: object }> };
}

/** What class-validator keeps of a check, as far as it is asked for here. */
interface Rule {
  readonly name: string;
  readonly message?: unknown;
  readonly target: { readonly name: string };
  readonly propertyName: string;
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

it('says in words what a field takes, never by a pattern', async () => {
  const owner = await AdminClient.setUp(gateway);
  const answer = await owner.post('/workloads', { name: 'my workload' });
  expect(answer.status).toBe(422);
  expect(answer.json<{ errors: object[] }>().errors).toEqual([
    {
      path: 'name',
      message:
        'name takes 1 to 64 letters without accents, digits, dots, dashes and underscores, a letter or a digit first',
    },
  ]);
  const { validationMetadatas } = getMetadataStorage() as unknown as {
    readonly validationMetadatas: ReadonlyMap<unknown, readonly Rule[]>;
  };
  const rules = [...validationMetadatas.values()].flat();
  const wordless = rules.filter(({ name, message }) => name === 'matches' && message === undefined);
  expect(rules.filter(({ name }) => name === 'matches').length).toBeGreaterThan(20);
  expect(wordless.map(({ target, propertyName }) => `${target.name} ${propertyName}`)).toEqual([]);
});

it('says which member was meant by one that there is not', async () => {
  const owner = new AdminClient(gateway.url);
  await owner.signIn(OWNER.email, OWNER.password);
  const faultsOf = (answer: Answer) => answer.json<{ errors: object[] }>().errors;
  expect(faultsOf(await owner.get('/audit?injections=any'))).toEqual([
    { path: 'injections', message: 'there is no such setting; did you mean injection?' },
  ]);
  const made = await owner.post('/workloads', { name: 'typo', budgets: {} });
  expect(faultsOf(made)).toEqual([
    { path: 'budgets', message: 'there is no such setting; did you mean budget?' },
  ]);
});
