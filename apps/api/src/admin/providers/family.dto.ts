import { IsBoolean, IsIn, IsOptional, IsString } from 'class-validator';
import type { FamilyFacts } from '#providers';

const SECRETS = ['api_key', 'aws', 'service_account'] as const;

/** What somebody needs to know who adds a provider of a family. */
export class FamilyView {
  @IsString()
  family!: string;

  /** Where its providers serve; null where the region or the settings tell. */
  @IsOptional()
  @IsString()
  base_url!: string | null;

  /** `base_url` has to be given. */
  @IsBoolean()
  needs_address!: boolean;

  @IsBoolean()
  needs_region!: boolean;

  /** And the key file of a service account. */
  @IsBoolean()
  needs_project!: boolean;

  /** Of `aws`: an API key, or what `aws configure export-credentials` prints. */
  @IsIn(SECRETS)
  secret!: (typeof SECRETS)[number];

  /** A test of such a provider tells which models it has. */
  @IsBoolean()
  lists_models!: boolean;

  /** As in `chat`, `embed`. */
  @IsString({ each: true })
  operations!: string[];
}

export const familyView = (facts: FamilyFacts): FamilyView => ({
  family: facts.family,
  base_url: facts.baseUrl,
  needs_address: !facts.hasAddress,
  needs_region: facts.needsRegion,
  needs_project: facts.needsProject,
  secret: facts.secret,
  lists_models: facts.listsModels,
  operations: [...facts.operations],
});
