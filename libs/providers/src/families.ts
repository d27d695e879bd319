import type { Endpoint, Family, MeteredCall } from '#call';
import type { HttpRequest } from './http/http-client.js';
import { buildRequest } from './openai-family/build-request.js';

/** What a family of providers does differently; a new family is one folder and one line here. */
export interface FamilyAdapter {
  /** Formats that its providers speak themselves; others are translated. */
  readonly speaks: ReadonlySet<MeteredCall['wire']>;
  buildRequest(call: MeteredCall, endpoint: Endpoint): HttpRequest;
}

const openai: FamilyAdapter = { speaks: new Set(['chat', 'native']), buildRequest };

export const families: Readonly<Record<Family, FamilyAdapter>> = {
  openai,
  azure: openai,
  custom: openai,
};
