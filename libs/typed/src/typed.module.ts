import { Module } from '@nestjs/common';
import { RouterJudge } from './router-judge.js';
import { TypedDispatcher } from './typed.dispatcher.js';
import { TypedModels } from './typed-models.js';

/** Nothing runs before `TypedModels.start`: who serves no calls needs no models. */
@Module({
  providers: [TypedModels, TypedDispatcher, RouterJudge],
  exports: [TypedModels, TypedDispatcher, RouterJudge],
})
export class TypedModule {}
