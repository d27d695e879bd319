import { Button, Card, Center, Skeleton, Stack, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { ProblemAlert } from './problem-alert';

export interface Column<Row> {
  readonly key: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: 'right';
  /** Left out on screens narrower than this. */
  readonly from?: 'sm' | 'md' | 'lg';
  readonly width?: number;
}

/** What a list of the API looks like to a table: that of `useList`. */
export interface Listed<Row> {
  readonly rows: readonly Row[] | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly hasMore: boolean;
  readonly loadMore: () => void;
  readonly retry: () => void;
}

const SKELETON_ROWS = 6;

/** A list with its states: loading, empty, failed, more to come. Rows go by `j`, `k` and Enter. */
export function ResourceTable<Row>(props: {
  list: Listed<Row>;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  label: string;
  onOpen?: (row: Row) => void;
  empty: ReactNode;
}) {
  const { t } = useTranslation();
  const { list, columns, rowKey, label, onOpen, empty } = props;
  const { rows, error } = list;
  if (error && !rows) return <ProblemAlert error={error} onRetry={list.retry} />;
  if (rows?.length === 0) return <Card withBorder>{empty}</Card>;
  return (
    <Stack>
      <Card withBorder padding={0}>
        <Table.ScrollContainer
          minWidth={0}
          scrollAreaProps={{ viewportProps: { tabIndex: onOpen ? -1 : 0 } }}
        >
          <Table highlightOnHover={Boolean(onOpen)} verticalSpacing="sm" horizontalSpacing="md">
            <Table.Caption hidden>{label}</Table.Caption>
            <Table.Thead>
              <Table.Tr>
                {columns.map(({ key, header, align, from, width }) => (
                  <Table.Th
                    key={key}
                    fz="sm"
                    {...(align && { ta: align })}
                    {...(from && { visibleFrom: from })}
                    {...(width && { w: width })}
                  >
                    {header}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody aria-busy={list.isFetching}>
              {rows ? (
                rows.map((row) => (
                  <Row key={rowKey(row)} row={row} columns={columns} onOpen={onOpen} />
                ))
              ) : (
                <Waiting columns={columns.length} />
              )}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Card>
      {list.hasMore && (
        <Center>
          <Button variant="default" onClick={list.loadMore} loading={list.isFetching}>
            {t('load_more')}
          </Button>
        </Center>
      )}
    </Stack>
  );
}

function Row<Item>(props: {
  row: Item;
  columns: readonly Column<Item>[];
  onOpen: ((row: Item) => void) | undefined;
}) {
  const { row, columns, onOpen } = props;
  const place = useRef<HTMLTableRowElement>(null);
  const listen = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter') onOpen?.(row);
    else if (event.key === 'j' || event.key === 'ArrowDown')
      focus(place.current?.nextElementSibling);
    else if (event.key === 'k' || event.key === 'ArrowUp')
      focus(place.current?.previousElementSibling);
    else return;
    event.preventDefault();
  };
  const opening = onOpen && {
    tabIndex: 0,
    onKeyDown: listen,
    onClick: () => onOpen(row),
    style: { cursor: 'pointer' },
  };
  return (
    <Table.Tr ref={place} {...opening}>
      {columns.map(({ key, cell, align, from }) => (
        <Table.Td
          key={key}
          {...(align && { ta: align, className: 'tabular' })}
          {...(from && { visibleFrom: from })}
        >
          {cell(row)}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

const focus = (element: Element | null | undefined): void => {
  if (element instanceof HTMLElement) element.focus();
};

const Waiting = ({ columns }: { columns: number }) =>
  Array.from({ length: SKELETON_ROWS }, (_, row) => (
    <Table.Tr key={row}>
      <Table.Td colSpan={columns}>
        <Skeleton height={20} />
      </Table.Td>
    </Table.Tr>
  ));
