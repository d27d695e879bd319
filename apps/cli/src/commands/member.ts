import { writeAdmin } from '#audit';
import { SystemEntropy } from '#kernel';
import { letBackIn, Member } from '#members';
import { aligned } from '../aligned.js';
import { UsageError } from '../usage-error.js';
import { print, withInstance } from '../with-instance.js';
import { operatorTools } from './holds.js';

/** Who may sign in to the Console. */
export function listMembers(): Promise<number> {
  return withInstance(async ({ database }) => {
    const members = await database.dataSource.getRepository(Member).find({
      order: { email: 'ASC' },
    });
    for (const line of aligned(
      members.map(({ email, role, status, totpConfirmedAt, lastSeenAt }) => [
        email,
        role,
        status,
        totpConfirmedAt ? 'second factor' : 'password only',
        lastSeenAt ? `seen ${lastSeenAt.toISOString()}` : 'never seen',
      ]),
    )) {
      print(line);
    }
    if (members.length === 0) print('Nobody has set the gateway up: open the link that it prints.');
    return 0;
  });
}

/** A link for a new password, where nobody else can help; on record. */
export function resetMember([text = '', ...more]: readonly string[]): Promise<number> {
  const email = text.trim().toLowerCase();
  if (!email.includes('@') || more.length > 0) throw new UsageError('Whose? An e-mail address.');
  return withInstance(async ({ database }, { publicUrl, port }) => {
    const tools = { ...operatorTools(), entropy: new SystemEntropy() };
    const token = await database.entities(async (manager, tx) => {
      const member = await manager.findOneBy(Member, { email });
      if (!member) return undefined;
      const target = `member ${member.id}`;
      const detail = { action: 'member.let_back_in', target, actor: 'operator' };
      const { organisationId } = member;
      await writeAdmin(tx, tools, { organisationId, workloadId: null, detail });
      return letBackIn(manager, member, tools);
    });
    if (token === undefined) {
      print(`There is no member with the address ${email}.`);
      return 1;
    }
    const base = publicUrl ?? `http://localhost:${port}`;
    print(`${base}/console/reset#token=${token}`);
    print('It works once, for half an hour. Sessions and second factor of the member are gone.');
    return 0;
  });
}
