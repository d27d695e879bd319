import 'reflect-metadata';
import { Global, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { expect, it } from 'vitest';
import { Settlement } from '#call';
import { Clock, Entropy, SystemClock, SystemEntropy } from '#kernel';
import { Config, Database, InstanceSecrets, ReplicaId } from '#platform';
import { AuditModule } from './audit.module.js';
import { CheckpointSigner } from './log/checkpoint-signer.js';
import { Recorder } from './record/recorder.js';
import { Recovery } from './recover/recovery.js';
import { SealInterceptor } from './seal.interceptor.js';
import { Sealer } from './seal/sealer.js';
import { aConfig, OutsideCounters } from './testing/audit-world.js';

const provided = [
  { provide: Config, useValue: aConfig() },
  { provide: InstanceSecrets, useValue: new InstanceSecrets(Buffer.alloc(32, 7)) },
  { provide: ReplicaId, useValue: new ReplicaId('019a9f2c-0000-7000-8000-000000000003') },
  { provide: Database, useValue: {} },
  { provide: Clock, useClass: SystemClock },
  { provide: Entropy, useClass: SystemEntropy },
  { provide: Settlement, useClass: OutsideCounters },
];

@Global()
@Module({ providers: provided, exports: provided.map(({ provide }) => provide) })
class Roof {}

@Module({ imports: [Roof, AuditModule] })
class House {}

it('builds everything that it exports', async () => {
  const house = await NestFactory.createApplicationContext(House, { logger: false });
  for (const type of [SealInterceptor, Recorder, Sealer, Recovery, CheckpointSigner]) {
    expect(house.get(type)).toBeInstanceOf(type);
  }
  const vkey = house.get(CheckpointSigner).vkeyOf('org');
  expect(vkey).toMatch(/^gateway-[0-9a-f]{8}\/org\+[0-9a-f]{8}\+/);
  await house.close();
});
