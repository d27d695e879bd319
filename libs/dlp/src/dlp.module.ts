import { Module, type OnModuleInit } from '@nestjs/common';
import { InspectInterceptor } from './inspect.interceptor.js';
import { shippedModel } from './scan/names/model.js';
import { ProtectionTrial } from './trial/protection-trial.js';
import { OperatorModel } from './scan/operator/operator-model.js';

/** `Clock`, `Config` and `InstanceSecrets` come from platform's `FoundationModule`, which is global. */
@Module({
  providers: [OperatorModel, InspectInterceptor, ProtectionTrial],
  exports: [InspectInterceptor, ProtectionTrial],
})
export class DlpModule implements OnModuleInit {
  /** @throws UnusableModel: a process that would let names pass does not start */
  onModuleInit(): void {
    shippedModel();
  }
}
