import {
  ActionIcon,
  Button,
  Card,
  Group,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Textarea,
} from '@mantine/core';
import { IconPlus, IconTrash, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Section } from '../../components/section';
import {
  nameOf,
  NO_OPTION,
  NO_QUESTION,
  OPTIONS_MAX,
  OPTIONS_MIN,
  QUESTION_TYPES,
  QUESTIONS_MAX,
  sharedNames,
  type OptionDraft,
  type QuestionDraft,
} from './draft';

/** Up to sixteen questions, each answered as if it were alone. */
export function QuestionList(props: {
  questions: readonly QuestionDraft[];
  onChange: (questions: readonly QuestionDraft[]) => void;
}) {
  const { t } = useTranslation('decisions');
  const { questions, onChange } = props;
  const shared = sharedNames(questions);
  return (
    <Section title={t('questions.title')} about={t('questions.about')}>
      {questions.map((question, index) => (
        // Questions have no identity but their place.
        <Question
          key={index}
          number={index + 1}
          question={question}
          isShared={shared.has(nameOf(question, index))}
          onChange={(changed) => onChange(questions.with(index, changed))}
          {...(questions.length > 1 && {
            onRemove: () => onChange(questions.toSpliced(index, 1)),
          })}
        />
      ))}
      <Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={questions.length >= QUESTIONS_MAX}
          onClick={() => onChange([...questions, NO_QUESTION])}
        >
          {t('questions.add')}
        </Button>
      </Group>
    </Section>
  );
}

function Question(props: {
  number: number;
  question: QuestionDraft;
  isShared: boolean;
  onChange: (question: QuestionDraft) => void;
  onRemove?: () => void;
}) {
  const { t } = useTranslation('decisions');
  const { number, question, isShared, onChange, onRemove } = props;
  const { name, type, instructions, options } = question;
  const set = (change: Partial<QuestionDraft>) => onChange({ ...question, ...change });
  const label = t('questions.number', { number });
  return (
    <Card withBorder padding="sm" role="group" aria-label={label}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-end" gap="xs">
          <TextInput
            label={t('questions.name')}
            placeholder={nameOf(question, number - 1)}
            maxLength={100}
            autoComplete="off"
            error={isShared && t('questions.shared')}
            w={{ base: '100%', xs: 220 }}
            value={name}
            onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          />
          <Group gap="xs" wrap="nowrap">
            <SegmentedControl
              size="xs"
              aria-label={t('questions.type', { number })}
              data={QUESTION_TYPES.map((value) => ({ value, label: t(`types.${value}`) }))}
              value={type}
              onChange={(chosen) =>
                set({ type: QUESTION_TYPES.find((one) => one === chosen) ?? type })
              }
            />
            {onRemove && (
              <ActionIcon
                color="red"
                onClick={onRemove}
                aria-label={t('questions.remove', { number })}
              >
                <IconTrash size={16} />
              </ActionIcon>
            )}
          </Group>
        </Group>
        <Text size="xs" c="dimmed">
          {t(`types_about.${type}`)}
        </Text>
        <Textarea
          label={t('questions.instructions')}
          required
          autosize
          minRows={1}
          maxRows={6}
          value={instructions}
          onChange={({ currentTarget }) => set({ instructions: currentTarget.value })}
        />
        {type === 'noul' ? (
          <Group grow align="flex-start" gap="xs">
            <TextInput
              label={t('questions.yes')}
              value={question.yes}
              onChange={({ currentTarget }) => set({ yes: currentTarget.value })}
            />
            <TextInput
              label={t('questions.no')}
              value={question.no}
              onChange={({ currentTarget }) => set({ no: currentTarget.value })}
            />
          </Group>
        ) : (
          <Options
            type={type}
            options={options}
            onChange={(changed) => set({ options: changed })}
          />
        )}
      </Stack>
    </Card>
  );
}

function Options(props: {
  type: 'choice' | 'score';
  options: readonly OptionDraft[];
  onChange: (options: readonly OptionDraft[]) => void;
}) {
  const { t } = useTranslation('decisions');
  const { type, options, onChange } = props;
  const set = (index: number, change: Partial<OptionDraft>) =>
    onChange(options.with(index, { ...(options[index] ?? NO_OPTION), ...change }));
  return (
    <Stack gap={6} role="group" aria-label={t(`options.${type}`)}>
      <Text size="sm" fw={600}>
        {t(`options.${type}`)}
      </Text>
      {options.map(({ name, description }, index) => (
        <Group key={index} gap="xs" wrap="nowrap">
          <SimpleGrid
            cols={{ base: 1, sm: type === 'choice' ? 2 : 1 }}
            spacing="xs"
            verticalSpacing={4}
            flex={1}
            miw={0}
          >
            <TextInput
              aria-label={t(`options.${type}_number`, { number: index + 1 })}
              placeholder={t(`options.${type}_number`, { number: index + 1 })}
              autoComplete="off"
              value={name}
              onChange={({ currentTarget }) => set(index, { name: currentTarget.value })}
            />
            {type === 'choice' && (
              <TextInput
                aria-label={t('options.description', { number: index + 1 })}
                placeholder={t('options.description_short')}
                autoComplete="off"
                value={description}
                onChange={({ currentTarget }) => set(index, { description: currentTarget.value })}
              />
            )}
          </SimpleGrid>
          <ActionIcon
            aria-label={t('options.remove', { number: index + 1 })}
            disabled={options.length <= OPTIONS_MIN}
            onClick={() => onChange(options.toSpliced(index, 1))}
          >
            <IconX size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Group>
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={options.length >= OPTIONS_MAX}
          onClick={() => onChange([...options, NO_OPTION])}
        >
          {t(`options.${type}_add`)}
        </Button>
      </Group>
    </Stack>
  );
}
