import { Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { familyFacts } from '#providers';
import { AdminController, Allow } from '../http/allow.js';
import type { Page } from '../http/page.js';
import { AnswersPage } from '../openapi/describe.js';
import { FamilyView, familyView } from './family.dto.js';

/** What a provider may be. The gateway knows it by itself: it is nobody's setting. */
@ApiTags('Providers')
@AdminController('provider-families')
export class FamiliesController {
  @Get()
  @Allow('provider:read')
  @AnswersPage(FamilyView)
  list(): Page<FamilyView> {
    return { data: familyFacts().map(familyView), next_cursor: null };
  }
}
