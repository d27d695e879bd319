import type { Schemas } from '../../api/client';

export type Key = Schemas['KeyView'];
export type NewKey = Schemas['KeyWithSecretView'];
