import { JsonInput, NumberInput, Select, Stack, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DecimalInput } from '../../components/decimal-input';
import { EFFORTS, readTools, type Parameters } from './model';

export const areToolsValid = (tools: string): boolean => {
  try {
    readTools(tools);
    return true;
  } catch {
    return false;
  }
};

export function ParameterFields(props: {
  value: Parameters;
  onChange: (value: Parameters) => void;
}) {
  const { t } = useTranslation('playground');
  const { value, onChange } = props;
  const set = (change: Partial<Parameters>) => onChange({ ...value, ...change });
  const numberOf = (typed: number | string) => (typeof typed === 'number' ? typed : '');
  return (
    <Stack>
      <Textarea
        label={t('system')}
        autosize
        minRows={3}
        maxRows={10}
        value={value.system}
        onChange={({ currentTarget }) => set({ system: currentTarget.value })}
      />
      <DecimalInput
        label={t('temperature')}
        placeholder={t('as_model')}
        min={0}
        max={2}
        step={0.1}
        decimalScale={2}
        value={value.temperature}
        onChange={(typed) => set({ temperature: numberOf(typed) })}
      />
      <NumberInput
        label={t('max_tokens')}
        placeholder={t('as_model')}
        min={1}
        allowDecimal={false}
        value={value.maxTokens}
        onChange={(typed) => set({ maxTokens: numberOf(typed) })}
      />
      <Select
        label={t('effort')}
        description={t('effort_help')}
        placeholder={t('as_model')}
        data={[...EFFORTS]}
        clearable
        clearButtonProps={{ 'aria-label': t('as_model') }}
        value={value.effort}
        onChange={(effort) => set({ effort })}
      />
      <JsonInput
        label={t('tools')}
        description={t('tools_help')}
        placeholder='[{"type":"function","function":{"name":"…"}}]'
        autosize
        minRows={3}
        maxRows={12}
        formatOnBlur
        error={areToolsValid(value.tools) ? undefined : t('tools_fault')}
        value={value.tools}
        onChange={(tools) => set({ tools })}
      />
    </Stack>
  );
}
