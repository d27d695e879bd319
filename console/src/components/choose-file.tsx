import { FileButton, type FileButtonProps } from '@mantine/core';
import { useRef } from 'react';

/** Opens a file. One that was opened before can be opened again: browsers say nothing where the choice is the same. */
export function ChooseFile({ onChange, ...rest }: FileButtonProps) {
  const forget = useRef<() => void>(null);
  return (
    <FileButton
      {...rest}
      resetRef={forget}
      onChange={(file) => {
        onChange(file);
        forget.current?.();
      }}
    />
  );
}
