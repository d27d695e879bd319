import { AliasesController } from './aliases/aliases.controller.js';
import { KeysController } from './keys/keys.controller.js';
import { OrganisationController } from './organisation/organisation.controller.js';
import { ProvidersController } from './providers/providers.controller.js';
import { IncomingSecrets } from './settings/incoming-secrets.js';
import { SettingsDesk } from './settings/settings-desk.js';

/** What is configured. */
export const RESOURCES = [
  OrganisationController,
  KeysController,
  ProvidersController,
  AliasesController,
];
export const RESOURCE_PROVIDERS = [IncomingSecrets, SettingsDesk];
