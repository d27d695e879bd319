import { useEffect, useState } from 'react';
import { isRecord } from '../../lib/is-record';
import type { OpenApiDocument } from './openapi/document';

type Loading =
  | { readonly kind: 'loading' }
  | { readonly kind: 'loaded'; readonly document: OpenApiDocument }
  | { readonly kind: 'failed'; readonly reason: string };

export function useDocument(url: string) {
  const [loading, setLoading] = useState<Loading>({ kind: 'loading' });
  useEffect(() => {
    void fetchDocument(url).then(setLoading);
  }, [url]);
  const retry = () => {
    setLoading({ kind: 'loading' });
    void fetchDocument(url).then(setLoading);
  };
  return { loading, retry };
}

async function fetchDocument(url: string): Promise<Loading> {
  try {
    const answer = await fetch(url);
    if (!answer.ok) return { kind: 'failed', reason: `It answered with ${answer.status}.` };
    const document: unknown = await answer.json();
    return isRecord(document) && isRecord(document['paths'])
      ? { kind: 'loaded', document }
      : { kind: 'failed', reason: 'What it answered is no OpenAPI document.' };
  } catch {
    return { kind: 'failed', reason: 'The API does not answer, or not in JSON.' };
  }
}
