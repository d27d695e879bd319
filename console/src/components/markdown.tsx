import { Anchor, Blockquote, Code, Divider, List, Stack, Table, Text, Title } from '@mantine/core';
import { memo, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { readMarkdown, type Block } from '../lib/markdown';
import { readSpans, type Span } from '../lib/markdown-spans';
import { Snippet } from './snippet';

/** A text of a model. Its headings stand below those of the page. */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  const blocks = useMemo(() => readMarkdown(text), [text]);
  return (
    <Stack gap="sm" style={{ overflowWrap: 'anywhere' }}>
      <Blocks blocks={blocks} />
    </Stack>
  );
});

// What has been read stays where it is while more arrives, so places are names.
const Blocks = ({ blocks }: { blocks: readonly Block[] }) =>
  blocks.map((block, index) => <OneBlock key={index} block={block} />);

function OneBlock({ block }: { block: Block }): ReactNode {
  const { t } = useTranslation();
  switch (block.kind) {
    case 'heading':
      return (
        <Title order={3} size={block.level < 3 ? 'h2' : 'h3'}>
          <Spans spans={readSpans(block.text)} />
        </Title>
      );
    case 'code':
      return <Snippet label={block.language || t('code_block')} text={block.text} />;
    case 'quote':
      return (
        <Blockquote p="sm" my={0} color="gray">
          <Blocks blocks={block.blocks} />
        </Blockquote>
      );
    case 'list':
      return (
        <List
          type={block.start === null ? 'unordered' : 'ordered'}
          {...(block.start !== null && { start: block.start })}
          listStyleType={block.start === null ? 'disc' : 'decimal'}
          withPadding
        >
          {block.items.map((item, index) => (
            <List.Item key={index}>
              <Blocks blocks={item} />
            </List.Item>
          ))}
        </List>
      );
    case 'table':
      return <Grid block={block} />;
    case 'rule':
      return <Divider />;
    case 'text':
      return (
        <Text style={{ whiteSpace: 'pre-line' }}>
          <Spans spans={readSpans(block.text)} />
        </Text>
      );
  }
}

const Grid = ({ block: { head, rows } }: { block: Extract<Block, { kind: 'table' }> }) => (
  <Table.ScrollContainer minWidth={0}>
    <Table withTableBorder withColumnBorders>
      <Table.Thead>
        <Table.Tr>
          {head.map((cell, index) => (
            <Table.Th key={index}>
              <Spans spans={readSpans(cell)} />
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row, place) => (
          <Table.Tr key={place}>
            {head.map((_, index) => (
              <Table.Td key={index}>
                <Spans spans={readSpans(row[index] ?? '')} />
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
);

const Spans = ({ spans }: { spans: readonly Span[] }) =>
  spans.map((span, index) => <OneSpan key={index} span={span} />);

function OneSpan({ span }: { span: Span }): ReactNode {
  switch (span.kind) {
    case 'text':
      return span.text;
    case 'code':
      return <Code>{span.text}</Code>;
    case 'strong':
      return (
        <strong>
          <Spans spans={span.spans} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <Spans spans={span.spans} />
        </em>
      );
    case 'del':
      return (
        <del>
          <Spans spans={span.spans} />
        </del>
      );
    case 'link':
      // Whoever is visited learns nothing of where the link stood.
      return (
        <Anchor
          href={span.href}
          target="_blank"
          rel="noopener noreferrer"
          inherit
          underline="always"
        >
          <Spans spans={span.spans} />
        </Anchor>
      );
  }
}
