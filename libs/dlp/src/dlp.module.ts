import { Module, type OnModuleInit } from '@nestjs/common';
import { DocumentFinder } from './documents/document-finder.js';
import { InspectInterceptor } from './inspect.interceptor.js';
import { shippedModel } from './scan/names/model.js';
import { ProtectionTrial } from './trial/protection-trial.js';
import { OperatorModel } from './scan/operator/operator-model.js';

/** `Clock`, `Config` and `InstanceSecrets` come from platform's `FoundationModule`, which is global. */
@Module({
  providers: [OperatorModel, DocumentFinder, InspectInterceptor, ProtectionTrial],
  exports: [DocumentFinder, InspectInterceptor, OperatorModel, ProtectionTrial],
})
export class DlpModule implements OnModuleInit {
  /** @throws UnusableModel: a process that would let names pass does not start */
  onModuleInit(): void {
    shippedModel();
  }
}
