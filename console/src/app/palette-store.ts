import { createSpotlight } from '@mantine/spotlight';

/** Whether the palette is open, and what was typed for it: known before the palette itself is fetched. */
export const [paletteStore, palette] = createSpotlight();
