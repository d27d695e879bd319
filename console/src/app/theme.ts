import {
  createTheme,
  type ActionIconProps,
  type CardProps,
  type CSSVariablesResolver,
  type DrawerProps,
  type MenuProps,
  type SelectProps,
  type ModalProps,
  type TooltipProps,
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
  // By name, not by `Modal.extend`: what a page does not show yet is not fetched for its defaults.
  components: {
    ActionIcon: {
      defaultProps: { variant: 'subtle', color: 'gray' } satisfies Partial<ActionIconProps>,
    },
    Modal: {
      defaultProps: {
        closeButtonProps: closeButton(),
        centered: true,
        attributes: PLAIN_HEADER,
      } satisfies Partial<ModalProps>,
    },
    Drawer: {
      defaultProps: {
        closeButtonProps: closeButton(),
        attributes: PLAIN_HEADER,
      } satisfies Partial<DrawerProps>,
    },
    Card: {
      defaultProps: {
        bg: 'light-dark(white, var(--mantine-color-dark-7))',
      } satisfies Partial<CardProps>,
    },
    Menu: {
      // A menu holds nothing but its items.
      defaultProps: { withInitialFocusPlaceholder: false } satisfies Partial<MenuProps>,
    },
    Select: {
      // The list itself scrolls, by the arrow keys of its field: nothing else of it takes the focus.
      defaultProps: { withScrollArea: false } satisfies Partial<SelectProps>,
      styles: { options: { maxHeight: 220, overflowY: 'auto' } },
    },
    Tooltip: {
      defaultProps: { withArrow: true, multiline: true } satisfies Partial<TooltipProps>,
    },
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
