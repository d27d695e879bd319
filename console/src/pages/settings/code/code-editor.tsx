import { Box, Input } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './code-editor.module.css';

const COLUMNS_MIN = 40;

/** Text by the line, each with its number. Plain: Tab goes on, and every help of the browser works. */
export function CodeEditor(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  isReadOnly: boolean;
  /** Numbers from 1. */
  faultyLines: ReadonlySet<number>;
  error?: ReactNode;
}) {
  const { label, value, onChange, isReadOnly, faultyLines, error } = props;
  const lines = value.split('\n');
  const columns = lines.reduce((most, line) => Math.max(most, line.length), COLUMNS_MIN);
  return (
    <Input.Wrapper
      label={label}
      error={error}
      id="settings-yaml"
      labelProps={{ htmlFor: 'settings-yaml' }}
    >
      <Box className={classes['frame']} mt={6} data-error={error ? true : undefined}>
        <Box className={classes['numbers']} aria-hidden>
          {lines.map((_, index) => (
            // Lines have no identity but their number.
            <span key={index} data-faulty={faultyLines.has(index + 1) || undefined}>
              {index + 1}
            </span>
          ))}
        </Box>
        <textarea
          id="settings-yaml"
          className={classes['text']}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          readOnly={isReadOnly}
          rows={lines.length}
          cols={columns}
          wrap="off"
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          aria-invalid={error ? true : undefined}
        />
      </Box>
    </Input.Wrapper>
  );
}
