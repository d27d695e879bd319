import { Module } from '@nestjs/common';
import { UsageRollUp } from './usage/roll-up.js';

@Module({ providers: [UsageRollUp], exports: [UsageRollUp] })
export class InsightModule {}
