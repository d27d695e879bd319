import type { Endpoint } from '#call';

/** As callers and allow-lists name it; a star where no model is named. */
export const idOf = ({ provider, model }: Endpoint): string =>
  `${provider.name}/${model?.id ?? '*'}`;
