import type { Role } from '#contract';
import { Ids, type OrganisationId } from '#kernel';
import { Member, SignIn } from '#members';
import { Database } from '#platform';
import { AdminClient } from './admin.js';
import type { TestGateway } from './gateway.js';

const PASSWORD = 'a password of some length';

/** Somebody of a role who is signed in, beside the owner that set the gateway up. */
export async function aMember(
  gateway: TestGateway,
  role: Role,
  { isVerified = true } = {},
): Promise<AdminClient & { readonly memberId: string }> {
  const { app } = gateway;
  const database = app.get(Database);
  const [row] = await database.query<{ id: OrganisationId }>({
    name: 'test-organisation',
    text: 'SELECT id FROM organisation LIMIT 1',
  });
  const id = app.get(Ids).id();
  const email = `${role}-${id}@example.com`;
  const passwordHash = await app.get(SignIn).hash(PASSWORD);
  await database.entities((manager) =>
    manager.insert(Member, {
      id,
      organisationId: row?.id as OrganisationId,
      email,
      name: role,
      role,
      passwordHash,
      emailVerifiedAt: isVerified ? new Date() : null,
      status: 'active',
      createdAt: new Date(),
      version: 1,
    }),
  );
  const client = new AdminClient(gateway.url);
  await client.signIn(email, PASSWORD);
  return Object.assign(client, { memberId: id });
}
