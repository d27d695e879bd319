// The end of `npm run build`.
import { stampBuild } from './install.mjs';

stampBuild();
