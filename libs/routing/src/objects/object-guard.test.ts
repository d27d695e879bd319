import { describe, expect, it } from 'vitest';
import { readForwardRule, type ForwardOperation, type ReceivedBody } from '#call';
import type { ReplyFrame } from '#wire';
import {
  aDocument,
  aForward,
  anEndpoint,
  anOrganisation,
  aRoutedCall,
  aRoute,
  aWorkload,
} from '../../../../test/support/a-call.js';
import { MemoryOwners } from '../testing/memory-owners.js';
import { ObjectGuard } from './object-guard.js';

const forward = ['/v1/**', 'POST /v1/acme/tool'].flatMap((text) => readForwardRule(text) ?? []);
const mine = aWorkload({ forward });
const others = aWorkload({ forward });
const refused = (key: string) => expect.objectContaining({ key });

interface Asked extends Partial<Pick<ForwardOperation, 'method' | 'query'>> {
  readonly path?: string;
  readonly body?: unknown;
  readonly sharesIds?: boolean;
  readonly providers?: readonly string[];
  readonly isChat?: boolean;
  readonly form?: readonly (readonly [name: string, value: string])[];
}

function bodyOf(form: Asked['form'], body: unknown): ReceivedBody {
  if (form) {
    const parts = form.map(
      ([name, value]) => ({ kind: 'field', name, value, contentType: null }) as const,
    );
    return { kind: 'form', form: { parts, dispose: () => Promise.resolve() } };
  }
  return body === undefined ? { kind: 'none' } : { kind: 'json', document: aDocument(body) };
}

function aScene() {
  const owners = new MemoryOwners();
  owners.rows.set('acme file-mine', mine.id);
  owners.rows.set('acme file-others', others.id);
  const guard = new ObjectGuard(owners);
  const callOf = ({ path = '/v1/responses', body, sharesIds = false, ...asked }: Asked) => {
    const segments = path.slice(1).split('/');
    const { method = 'POST', query = [] } = asked;
    const operation = asked.isChat ? undefined : aForward({ method, segments, query });
    return aRoutedCall({
      organisation: anOrganisation({ sharesIds }),
      workload: mine,
      requestedModel: body === undefined ? null : 'acme/small',
      body: bodyOf(asked.form, body),
      route: aRoute((asked.providers ?? ['acme']).map((name) => anEndpoint({ name }))),
      ...(operation && { operation }),
    });
  };
  const check = async (asked: Asked) => guard.check(callOf(asked));
  return { owners, guard, callOf, check };
}

describe('an object at a provider', () => {
  it.each([
    ['GET', '/v1/files/ID'],
    ['GET', '/v1/files/ID/content'],
    ['DELETE', '/v1/files/ID'],
    ['POST', '/v1/batches/ID/cancel'],
    ['POST', '/v1/files/ID/search'],
    ['GET', '/v1/containers/file-mine/files/ID'],
  ])('is reached by its maker alone: %s %s', async (method, path) => {
    const { check } = aScene();
    const at = (id: string) => check({ method, path: path.replace('ID', id) });
    await expect(at('file-mine')).resolves.toBeUndefined();
    await expect(at('file-others')).rejects.toEqual(refused('object_unknown'));
  });

  it.each(['/v1/files/search', '/v1/batches/cancel', '/v1/uploads/parts'])(
    'is not a word where its id should stand: %s',
    async (path) => {
      const { check } = aScene();
      await expect(check({ path, body: {} })).rejects.toEqual(refused('object_unknown'));
    },
  );

  it('that nobody made through the gateway is reached by nobody, but as part of an own one', async () => {
    const { check } = aScene();
    await expect(check({ method: 'GET', path: '/v1/files/file-new' })).rejects.toEqual(
      refused('object_unknown'),
    );
    const part = { method: 'GET', path: '/v1/containers/file-mine/files/cfile_new' };
    await expect(check(part)).resolves.toBeUndefined();
  });

  it.each([
    { previous_response_id: 'ID' },
    { conversation: 'ID' },
    { conversation: { id: 'ID' } },
    { input: [{ role: 'user', content: [{ type: 'input_file', file_id: 'ID' }] }] },
    { input: [{ type: 'item_reference', id: 'ID' }] },
    { tools: [{ type: 'file_search', vector_store_ids: ['file-mine', 'ID'] }] },
    { tools: [{ type: 'code_interpreter', container: 'ID' }] },
    { tools: [{ fileSearch: { fileSearchStoreNames: ['ID'] } }] },
    { tools: [{ retrieval: { vertexAiSearch: { datastore: 'ID' } } }] },
    { tools: [{ retrieval: { vertexAiSearch: { dataStoreSpecs: [{ dataStore: 'ID' }] } } }] },
    { tools: [{ retrieval: { vertexRagStore: { ragResources: [{ ragCorpus: 'ID' }] } } }] },
    { tools: [{ type: 'code_interpreter', container: { type: 'auto', file_ids: ['ID'] } }] },
    { input_file_id: 'ID' },
    { training_file: 'ID' },
    { input_image_mask: { file_id: 'ID' } },
    { input: [{ id: 'ID' }] },
    { input: [{ client_metadata: { thread_id: 'ID' } }] },
    { input: [{ type: null, id: 'ID' }] },
    { input: { id: 'ID' } },
    { input_files: ['file-mine', 'ID'] },
    { File_Id: 'ID' },
    { fileId: 'ID' },
    { source: { type: 'file_id', 'file-id': 'ID' } },
  ])('is not reached through a body either: %j', async (body) => {
    const { check } = aScene();
    const named = (id: string): unknown =>
      JSON.parse(JSON.stringify(body).replaceAll('"ID"', JSON.stringify(id)));
    await expect(check({ body: named('file-mine') })).resolves.toBeUndefined();
    for (const id of ['file-others', 'file-new']) {
      await expect(check({ body: named(id) })).rejects.toEqual(refused('object_unknown'));
    }
  });

  it.each([
    { source: { type: 'file_id', id: 'ID' } },
    { skill_id: 'ID' },
    { video: { id: 'ID' } },
    { video: 'video:ID' },
    { input: [{ type: 'message', role: 'user', id: 'ID', content: 'x' }] },
    { client_metadata: { thread_id: 'ID' } },
    { anything: ['ID'] },
    { anything: { new: [[{ at: 'ID' }]] } },
    { image_url: 'https://provider.test/v1/files/ID/content?x=1' },
    { parameters: { file_ids: ['ID'] } },
    { tools: [{ type: 'new_one', parameters: { store: 'ID' } }] },
    { response_format: { schema: { x: 'ID' } } },
    { audio: 'ID' },
    { '': 'ID' },
  ])('is not reached where nobody expects it: %j', async (body) => {
    const { check, owners } = aScene();
    owners.rows.set('acme file-others-1', others.id);
    const named = (id: string): unknown => JSON.parse(JSON.stringify(body).replaceAll('ID', id));
    await expect(check({ body: named('file-others-1') })).rejects.toEqual(
      refused('object_unknown'),
    );
    await expect(check({ body: named('file-nobodys') })).resolves.toBeUndefined();
  });

  it.each(['file_id', 'file_ids[0]', 'image[0][file_id]', 'fileId', 'x'])(
    'is not reached through a form: %s',
    async (name) => {
      const { check, owners } = aScene();
      owners.rows.set('acme file-others-1', others.id);
      for (const value of ['file-others-1', '{"file_id":"file-others-1"}']) {
        await expect(check({ path: '/v1/images/edits', form: [[name, value]] })).rejects.toEqual(
          refused('object_unknown'),
        );
      }
    },
  );

  it('that was said in a conversation is its own workload’s', async () => {
    const { check, owners } = aScene();
    const turn = { role: 'assistant', audio: { id: 'audio_mine' } };
    const body = { model: 'acme/small', audio: { voice: 'alloy' }, messages: [turn] };
    await expect(check({ isChat: true, body })).rejects.toEqual(refused('object_unknown'));
    owners.rows.set('acme audio_mine', mine.id);
    await expect(check({ isChat: true, body })).resolves.toBeUndefined();
  });

  it('costs no look-up where a conversation names none', async () => {
    const { check, owners } = aScene();
    owners.isAway = true;
    const call = {
      id: 'call_0123456789',
      type: 'function',
      function: { name: 'do_something_now' },
    };
    const schema = { type: 'object', properties: { to: { enum: ['in_progress_now'] } } };
    const body = {
      model: 'acme/small',
      user: 'user-0123456789',
      messages: [
        { role: 'user', content: 'state-of-the-art' },
        {
          role: 'tool',
          tool_call_id: 'call_0123456789',
          content: [{ type: 'text', text: 'x_12345678' }],
        },
      ],
      tools: [{ type: 'function', function: { name: call.function.name, parameters: schema } }],
      response_format: { type: 'json_schema', json_schema: { name: 'some_long_name', schema } },
    };
    await expect(check({ isChat: true, body })).resolves.toBeUndefined();
  });

  it('is not reached by an escape in the name of a member', async () => {
    const { check } = aScene();
    await expect(check({ body: '{"file\\u005fid":"file-others"}' })).rejects.toEqual(
      refused('object_unknown'),
    );
  });

  it('is not reached through a conversation or a query', async () => {
    const { check } = aScene();
    const content = [{ type: 'file', file: { file_id: 'file-others' } }];
    const chat = { model: 'acme/small', messages: [{ role: 'user', content }] };
    await expect(check({ isChat: true, body: chat })).rejects.toEqual(refused('object_unknown'));
    const path = '/v1/batches/file-mine';
    for (const name of ['file_id', 'after', 'file_ids[]']) {
      const query = [[name, 'file-others-0123']] as const;
      const { owners, guard, callOf } = aScene();
      owners.rows.set('acme file-others-0123', others.id);
      await expect(
        (async () => guard.check(callOf({ method: 'GET', path, query })))(),
      ).rejects.toEqual(refused('object_unknown'));
    }
  });

  it('is not what a caller writes for itself', async () => {
    const { check } = aScene();
    const body = {
      metadata: { file_id: 'x', thread_id: '1' },
      tools: [{ type: 'function', parameters: { properties: { file_id: { const: 'x' } } } }],
    };
    await expect(check({ body })).resolves.toBeUndefined();
    await expect(check({ path: '/v1/acme/tool', body: {} })).resolves.toBeUndefined();
  });

  it('belongs to a place: the same id at another provider is another object', async () => {
    const { check } = aScene();
    const body = { previous_response_id: 'file-mine' };
    await expect(check({ body, providers: ['acme', 'twin'] })).rejects.toEqual(
      refused('object_unknown'),
    );
  });

  it('is in no list, unless the organisation shares ids', async () => {
    const { check } = aScene();
    for (const method of ['DELETE', 'PUT', 'PATCH']) {
      await expect(check({ method, path: '/v1/files' })).rejects.toEqual(
        refused('objects_not_shared'),
      );
    }
    for (const path of ['/v1/files', '/v1/batches', '/v1/fine_tuning/jobs']) {
      await expect(check({ method: 'GET', path })).rejects.toEqual(refused('objects_not_shared'));
      await expect(check({ method: 'GET', path, sharesIds: true })).resolves.toBeUndefined();
    }
    await expect(
      check({ method: 'GET', path: '/v1/files/file-others', sharesIds: true }),
    ).resolves.toBeUndefined();
  });

  it('is not reached while nobody can say whose it is', async () => {
    const { check, owners } = aScene();
    owners.isAway = true;
    await expect(check({ method: 'GET', path: '/v1/files/file-mine' })).rejects.toEqual(
      refused('objects_unavailable'),
    );
  });

  it('counts: a request that names more than anybody needs is refused', async () => {
    const { check } = aScene();
    const file_ids = Array.from({ length: 1_001 }, (_, index) => `file-${index}`);
    await expect(check({ body: { file_ids } })).rejects.toEqual(refused('field_invalid'));
  });
});

describe('an answer', () => {
  const frameOf = (payload: unknown): ReplyFrame => ({
    document: aDocument(payload),
    edits: [],
    events: [],
  });

  async function claimed(asked: Asked, ...payloads: unknown[]): Promise<string[]> {
    const { owners, guard, callOf } = aScene();
    const watching = guard.watching(callOf(asked));
    for (const payload of payloads) watching.watch?.(frameOf(payload), 'native');
    await watching.ready?.();
    return [...owners.rows].filter(([, owner]) => owner === mine.id).map(([key]) => key.slice(5));
  }

  it('gives what it made to the workload that asked, and nothing that has an owner', async () => {
    const path = '/v1/files';
    expect(await claimed({ path }, { id: 'file-1' })).toEqual(['file-mine', 'file-1']);
    expect(await claimed({ path }, { id: 'file-others' })).toEqual(['file-mine']);
    const batch = { id: 'batch_1', output_file_id: 'file-2', metadata: { file_id: 'file-3' } };
    expect(await claimed({ method: 'GET', path: '/v1/batches/file-mine' }, batch)).toEqual([
      'file-mine',
      'batch_1',
      'file-2',
    ]);
  });

  it('of the responses format gives its response and its items, streamed too', async () => {
    const body = { model: 'acme/small', input: 'x' };
    const response = { id: 'resp_1', output: [{ id: 'msg_1', type: 'message' }] };
    const all = ['file-mine', 'resp_1', 'msg_1'];
    expect(await claimed({ body }, response)).toEqual(all);
    const created = { type: 'response.created', response: { id: 'resp_1', output: [] } };
    const delta = { type: 'response.output_text.delta', item_id: 'msg_2', delta: 'x' };
    const completed = { type: 'response.completed', response };
    expect(await claimed({ body }, created, delta, completed)).toEqual(all);
  });

  it('whose words are a caller’s own gives nothing', async () => {
    const payload = { id: 'file-9', file_id: 'file-9' };
    const path = '/v1/files/file-mine/content';
    expect(await claimed({ method: 'GET', path }, payload)).toEqual(['file-mine']);
    const body = { model: 'acme/small', input: 'x' };
    expect(await claimed({ path: '/v1/embeddings', body }, payload)).toEqual(['file-mine']);
  });

  it('that speaks in a conversation gives what it said', async () => {
    const body = { model: 'acme/small', audio: { voice: 'alloy' }, messages: [] };
    const whole = { id: 'chatcmpl-1', choices: [{ message: { audio: { id: 'audio_1' } } }] };
    const chunk = { id: 'chatcmpl-1', choices: [{ delta: { audio: { id: 'audio_2' } } }] };
    expect(await claimed({ isChat: true, body }, whole, chunk, chunk)).toEqual([
      'file-mine',
      'audio_1',
      'audio_2',
    ]);
  });

  it('waits for its record, and fails without it', async () => {
    const { owners, guard, callOf } = aScene();
    const watching = guard.watching(callOf({ path: '/v1/files' }));
    owners.isAway = true;
    watching.watch?.(frameOf({ id: 'file-1' }), 'native');
    await expect(watching.ready?.()).rejects.toEqual(refused('objects_unavailable'));
    expect(watching.ready?.()).toBeUndefined();
  });
});
