import {
  ActionIcon,
  Card,
  createTheme,
  Drawer,
  Modal,
  Tooltip,
  type CSSVariablesResolver,
} from '@mantine/core';
import i18next from 'i18next';

/** Theirs is a `header`, of which a page has one. */
const PLAIN_HEADER = { header: { role: 'none' } };

/** Every rule here keeps a text at 4.5:1 or names a control: see the accessibility tests. */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 7 },
  autoContrast: true,
  cursorType: 'pointer',
  defaultRadius: 'md',
  fontFamily: "Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.6rem', lineHeight: '1.25' },
      h2: { fontSize: '1.15rem', lineHeight: '1.35' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  components: {
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray' } }),
    Modal: Modal.extend({
      defaultProps: { closeButtonProps: closeButton(), centered: true, attributes: PLAIN_HEADER },
    }),
    Drawer: Drawer.extend({
      defaultProps: { closeButtonProps: closeButton(), attributes: PLAIN_HEADER },
    }),
    Card: Card.extend({ defaultProps: { bg: 'light-dark(white, var(--mantine-color-dark-7))' } }),
    Tooltip: Tooltip.extend({ defaultProps: { withArrow: true, multiline: true } }),
  },
});

function closeButton() {
  return {
    get 'aria-label'() {
      return i18next.t('close');
    },
  };
}

export const cssVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-error': 'var(--mantine-color-red-8)',
    ...Object.fromEntries(
      Object.keys(colors).map((name) => [
        `--mantine-color-${name}-light-color`,
        `color-mix(in srgb, var(--mantine-color-${name}-9), black 40%)`,
      ]),
    ),
  },
  dark: {
    '--mantine-color-body': 'var(--mantine-color-dark-8)',
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--mantine-color-error': 'var(--mantine-color-red-5)',
    '--mantine-color-anchor': 'var(--mantine-color-indigo-3)',
    ...Object.fromEntries(
      Object.keys(colors).map((name) => [
        `--mantine-color-${name}-light-color`,
        `var(--mantine-color-${name}-1)`,
      ]),
    ),
  },
});
