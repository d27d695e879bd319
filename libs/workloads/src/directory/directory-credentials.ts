import { Injectable } from '@nestjs/common';
import { Credentials } from '#call';
import type { OrganisationId, Secret } from '#kernel';
import { DatabaseDirectory } from './database-directory.js';

/** The secrets that the settings in force name, read when those were read. */
@Injectable()
export class DirectoryCredentials extends Credentials {
  constructor(private readonly directory: DatabaseDirectory) {
    super();
  }

  secretOf(organisation: OrganisationId, credentialId: string): Secret | undefined {
    return this.directory.secretOf(organisation, credentialId);
  }
}
