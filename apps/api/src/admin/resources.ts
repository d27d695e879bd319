import { AliasesController } from './aliases/aliases.controller.js';
import { CreditController } from './credit/credit.controller.js';
import { CatalogueController } from './models/catalogue.controller.js';
import { ConfigController } from './config/config.controller.js';
import { SettingsCode } from './config/settings-code.js';
import { KeysController } from './keys/keys.controller.js';
import { OrganisationController } from './organisation/organisation.controller.js';
import { ProtectionController } from './protection/protection.controller.js';
import { RoutingController } from './routing/routing.controller.js';
import { Spenders } from './settings/spenders.js';
import { ProvidersController } from './providers/providers.controller.js';
import { IncomingSecrets } from './settings/incoming-secrets.js';
import { SettingsDesk } from './settings/settings-desk.js';

/** What is configured. */
export const RESOURCES = [
  OrganisationController,
  KeysController,
  ProvidersController,
  AliasesController,
  RoutingController,
  ProtectionController,
  CatalogueController,
  CreditController,
  ConfigController,
];
export const RESOURCE_PROVIDERS = [IncomingSecrets, SettingsDesk, Spenders, SettingsCode];
