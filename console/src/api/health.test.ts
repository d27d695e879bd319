import { describe, expect, it, vi } from 'vitest';
import { fetchHealth } from './health';

const answerWith = (readyz: () => Response) =>
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/readyz' ? readyz() : new Response('{}'),
  );

describe('a look at the API', () => {
  it('finds it ready or not, whatever the status', async () => {
    const readiness = { status: 'unready', checks: { postgres: 'failed' }, version: '1' };
    answerWith(() => Response.json(readiness, { status: 503 }));
    expect(await fetchHealth()).toEqual({ kind: 'answered', isAlive: true, readiness });
  });

  it.each([
    ['no JSON', new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['another JSON', Response.json({ status: 'fine' }, { status: 502 })],
  ])('finds %s unreadable', async (_, answer) => {
    answerWith(() => answer);
    expect(await fetchHealth()).toEqual({ kind: 'unreadable', status: 502 });
  });

  it('finds it unreachable', async () => {
    answerWith(() => {
      throw new TypeError('Failed to fetch');
    });
    expect(await fetchHealth()).toEqual({ kind: 'unreachable' });
  });
});
