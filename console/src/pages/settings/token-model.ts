import type { Schemas } from '../../api/client';

export type Token = Schemas['AdminTokenView'];
