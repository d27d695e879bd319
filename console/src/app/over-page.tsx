import { Palette } from './palette';
import { SessionLost } from './session-lost';
import { Shortcuts } from './shortcuts';
import { StepUp } from './step-up';

/** What may open over any page; fetched after the first one is shown. */
export const OverPage = () => (
  <>
    <Palette />
    <Shortcuts />
    <SessionLost />
    <StepUp />
  </>
);
