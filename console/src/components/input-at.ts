import type { UseFormReturnType } from '@mantine/form';

/**
 * A field that the API has at another path than the form. What is said of that path stands at the field, and goes once it is changed.
 * @param path as in `location.zone`
 */
export function inputAt<Values>(form: UseFormReturnType<Values>, name: string, path: string) {
  const props = form.getInputProps(name);
  return {
    ...props,
    'data-path': path,
    error: form.errors[path],
    onChange: (changed: unknown) => {
      props.onChange(changed);
      form.clearFieldError(path);
    },
  };
}
