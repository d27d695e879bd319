import { AutoController } from './auto/auto.controller.js';
import { AliasesController } from './aliases/aliases.controller.js';
import { CreditController } from './credit/credit.controller.js';
import { CatalogueController } from './models/catalogue.controller.js';
import { ConfigController } from './config/config.controller.js';
import { SettingsCode } from './config/settings-code.js';
import { KnowledgeStoresController } from './knowledge/knowledge.controller.js';
import { KeysController } from './keys/keys.controller.js';
import { OrganisationController } from './organisation/organisation.controller.js';
import { ProtectionController } from './protection/protection.controller.js';
import { ResidencyController } from './residency/residency.controller.js';
import { TriedPolicies } from './protection/tried-policies.js';
import { PreviewTraffic } from './residency/preview-traffic.js';
import { RoutingController } from './routing/routing.controller.js';
import { Spenders } from './settings/spenders.js';
import { FamiliesController } from './providers/families.controller.js';
import { ProviderStates } from './providers/provider-states.js';
import { ProvidersController } from './providers/providers.controller.js';
import { OfferedTools } from './tool-servers/offered-tools.js';
import { ToolServersController } from './tool-servers/tool-servers.controller.js';
import { IncomingSecrets } from './settings/incoming-secrets.js';
import { SettingsDesk } from './settings/settings-desk.js';

/** What is configured. */
export const RESOURCES = [
  OrganisationController,
  KeysController,
  ProvidersController,
  FamiliesController,
  ToolServersController,
  AliasesController,
  RoutingController,
  AutoController,
  ResidencyController,
  ProtectionController,
  CatalogueController,
  CreditController,
  KnowledgeStoresController,
  ConfigController,
];
export const RESOURCE_PROVIDERS = [
  IncomingSecrets,
  SettingsDesk,
  Spenders,
  SettingsCode,
  PreviewTraffic,
  TriedPolicies,
  ProviderStates,
  OfferedTools,
];
