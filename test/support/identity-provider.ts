import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export interface Person {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly name: string;
  readonly groups: readonly string[];
}

/** A real OpenID Connect provider whose people say who they are by a header. */
export class IdentityProvider {
  readonly people = new Map<string, Person>();

  private constructor(
    readonly issuer: string,
    private readonly server: Server,
  ) {}

  static async start(redirectUri: string): Promise<IdentityProvider> {
    const server = createServer();
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const idp = new IdentityProvider(issuer, server);
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: 'gateway',
          client_secret: 'a-secret-of-the-client',
          redirect_uris: [redirectUri],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
      conformIdTokenClaims: false,
      findAccount: (_context, id) => {
        const person = idp.people.get(id);
        return (
          person && { accountId: id, claims: () => ({ ...person, groups: [...person.groups] }) }
        );
      },
      interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
      features: { devInteractions: { enabled: false } },
      cookies: { keys: ['a key of the test'] },
    });
    const callback = provider.callback();
    server.on('request', (request, response) => {
      if (!request.url?.startsWith('/interaction/')) return void callback(request, response);
      void idp.interact(provider, request.headers['x-person'], request, response);
    });
    return idp;
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((closed) => this.server.close(() => closed()));
  }

  /** Signs the person of the header in and grants everything: there is no page to click on. */
  private async interact(
    provider: Provider,
    person: string | string[] | undefined,
    ...[request, response]: Parameters<Provider['interactionDetails']>
  ): Promise<void> {
    const { params } = await provider.interactionDetails(request, response);
    const accountId = String(person);
    const grant = new provider.Grant({ accountId, clientId: String(params['client_id']) });
    grant.addOIDCScope('openid email profile');
    const result = { login: { accountId }, consent: { grantId: await grant.save() } };
    await provider.interactionFinished(request, response, result, {
      mergeWithLastSubmission: false,
    });
  }
}
