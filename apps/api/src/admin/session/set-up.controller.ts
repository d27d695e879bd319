import { Body, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OrganisationId } from '#kernel';
import { arriving, EmailProofs, Sessions, SetUp, SignIn } from '#members';
import { SettingsBoot, SettingsEditor } from '#operations';
import { Config, Database, type Queries, type Statement, type Tx } from '#platform';
import { FAMILIES } from '#providers';
import { readSettings } from '#workloads';
import { AdminLog } from '../http/admin-log.js';
import { AdminController, AllowAnyone } from '../http/allow.js';
import { writeSessionCookie } from '../http/cookie.js';
import { SetUpDto, SetUpView, SignedInView } from './session.dto.js';

const FIRST: Statement = {
  name: 'set-up-organisation',
  text: `SELECT id, managed_by AS "managedBy" FROM organisation ORDER BY id LIMIT 1`,
};
const DEFAULT_NAME = 'Our organisation';

/** The first owner of a gateway that nobody can sign in to yet. */
@ApiTags('Session')
@AdminController('setup')
export class SetUpController {
  constructor(
    private readonly setUp: SetUp,
    private readonly signIn: SignIn,
    private readonly proofs: EmailProofs,
    private readonly sessions: Sessions,
    private readonly boot: SettingsBoot,
    private readonly editor: SettingsEditor,
    private readonly log: AdminLog,
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  @Get()
  @AllowAnyone()
  @ApiOkResponse({ type: SetUpView })
  async look(): Promise<SetUpView> {
    return { needed: await this.setUp.isOpen() };
  }

  /** Makes the first owner, with the token that the gateway printed at its start, and signs them in. */
  @Post()
  @HttpCode(201)
  @AllowAnyone()
  @ApiCreatedResponse({ type: SignedInView })
  async begin(
    @Body() wanted: SetUpDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInView> {
    const { browser } = request;
    await this.database.entities((manager, tx) => this.setUp.begin(manager, tx, wanted.token));
    const passwordHash = await this.signIn.hash(wanted.password);
    await this.ensureOrganisation(wanted.organisation_name ?? DEFAULT_NAME);
    const token = await this.database.entities(async (manager, tx) => {
      await this.setUp.begin(manager, tx, wanted.token);
      const organisationId = await this.takeOver(tx, wanted.organisation_name);
      const { name, email } = wanted;
      const owner = { organisationId, name, email, passwordHash };
      const member = await this.setUp.finish(manager, owner);
      await this.proofs.send(manager, tx, member, 'verify');
      const actor = arriving(member, browser.ip);
      await this.log.write(tx, actor, 'setup', { result: null, target: `member ${member.id}` });
      return this.sessions.start(manager, member, browser);
    });
    await this.editor.putIntoForce();
    void reply.header('set-cookie', writeSessionCookie(token, this.config));
    return { code_needed: false };
  }

  /** Where nothing has made one: no settings file, and no first run on the embedded database. */
  private async ensureOrganisation(name: string): Promise<void> {
    if (await this.first(this.database)) return;
    const plain = { apiVersion: 'gw/v1', organisation: { name }, workloads: [] };
    await this.boot.apply(readSettings(plain, FAMILIES), { managedBy: 'console' });
  }

  /** What the first start made is edited here from now on; what a file says stays the file's. */
  private async takeOver(tx: Tx, name: string | undefined): Promise<OrganisationId> {
    const found = await this.first(tx);
    if (!found) throw new Error('no organisation was made');
    if (found.managedBy !== 'file') {
      const organisation = { kind: 'organisation', id: found.id } as const;
      const named = (settings: object) => ({ ...settings, ...(name && { name }) });
      await this.editor.update(tx, found.id, organisation, named, null);
    }
    return found.id;
  }

  private async first(queries: Queries) {
    const rows = await queries.query<{ id: OrganisationId; managedBy: string }>(FIRST);
    return rows[0];
  }
}
