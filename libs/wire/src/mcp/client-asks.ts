import { member, objectOf, stringOf, type JsonNode, type JsonObject } from '#kernel';

/** What a server may ask of a client in the middle of a request, and a client says that it can answer. */
export interface ClientAsks {
  /** Forms that its user fills in. */
  readonly forms: boolean;
  /** Addresses that its user goes to. */
  readonly addresses: boolean;
  /** The folders that it works in. */
  readonly roots: boolean;
  /** Its model: known here so that it can be told that it is asked for nobody. */
  readonly sampling: boolean;
}

export const ASKS_NOTHING: ClientAsks = {
  forms: false,
  addresses: false,
  roots: false,
  sampling: false,
};

/** Of what a client says of itself. */
export function clientAsksOf(capabilities: JsonObject | undefined): ClientAsks {
  const elicitation = objectOf(member(capabilities, 'elicitation'));
  const addresses = objectOf(member(elicitation, 'url')) !== undefined;
  const forms = objectOf(member(elicitation, 'form')) !== undefined;
  return {
    // Forms are meant where no mode is named.
    forms: elicitation !== undefined && (forms || !addresses),
    addresses,
    roots: objectOf(member(capabilities, 'roots')) !== undefined,
    sampling: objectOf(member(capabilities, 'sampling')) !== undefined,
  };
}

/** The same, for a server: written anew, so that nothing else of the client's goes with it. Sampling is passed on to nobody. */
export const capabilitiesOf = ({ forms, addresses, roots }: ClientAsks): object => ({
  ...((forms || addresses) && {
    elicitation: { ...(forms && { form: {} }), ...(addresses && { url: {} }) },
  }),
  ...(roots && { roots: {} }),
});

/** May it be asked this? @param request one of `inputRequests` */
export function mayAsk(asks: ClientAsks, request: JsonNode): boolean {
  const method = stringOf(member(request, 'method'));
  if (method === 'roots/list') return asks.roots;
  if (method !== 'elicitation/create') return false;
  const mode = stringOf(member(member(request, 'params'), 'mode')) ?? 'form';
  return mode === 'url' ? asks.addresses : mode === 'form' && asks.forms;
}
