import { Button, Tooltip, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** One that stays where it is for who may not press it, and says why. It can still be reached by keyboard. */
export function ReasonButton(
  props: ButtonProps & {
    /** Why it cannot be pressed; left out where it can. */
    reason?: string | undefined;
    shortcut?: string;
    onClick: () => void;
    children: ReactNode;
  },
) {
  const { reason, shortcut, onClick, children, ...rest } = props;
  const isOff = reason !== undefined;
  return (
    <Tooltip label={reason} disabled={!isOff}>
      <Button
        {...rest}
        {...(isOff && { 'data-disabled': true, 'aria-disabled': true })}
        {...(shortcut && { 'data-shortcut': shortcut })}
        onClick={() => {
          if (!isOff) onClick();
        }}
      >
        {children}
      </Button>
    </Tooltip>
  );
}
