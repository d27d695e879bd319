import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { formErrorsOf, isProblem, ProblemError } from '../api/problem';
import { ProblemAlert } from './problem-alert';

type Faults = Readonly<Record<string, string>>;

/**
 * What the API refused of a form: at its fields, and here what none of them shows, so that nothing is refused in silence.
 * @param props.form of the fields around; without one all is shown here
 * @param props.toFields from paths of the API to names of the form, where they differ
 */
export function FormProblem<Values>(props: {
  error: unknown;
  form?: UseFormReturnType<Values>;
  toFields?: (faults: Faults) => Faults;
}) {
  const { error, form, toFields = (faults) => faults } = props;
  const place = useRef<HTMLDivElement>(null);
  const [unseen, setUnseen] = useState<ProblemError | null>(null);
  useEffect(() => {
    setUnseen(null);
    if (!form || !isProblem(error)) return;
    const faults = toFields(formErrorsOf(error));
    form.setErrors({ ...faults });
    const isField = (path: string) =>
      place.current?.closest('form')?.querySelector(`[data-path="${CSS.escape(path)}"]`) != null;
    const rest = Object.entries(faults).filter(([path]) => !isField(path));
    if (rest.length > 0) setUnseen(withFaults(error, rest));
    // oxlint-disable-next-line react/exhaustive-deps -- Form and names are other objects at each render.
  }, [error]);
  const isAtFields = form !== undefined && isProblem(error) && error.errors.length > 0;
  const shown = isAtFields ? unseen : error;
  const isAsked = isProblem(error, 'sign_in_needed', 'step_up_needed'); // A dialog of its own asks for it.
  return (
    <div ref={place} style={{ display: 'contents' }}>
      {shown && !isAsked ? <ProblemAlert error={shown} /> : null}
    </div>
  );
}

const withFaults = (
  { code, status, title, detail, requestId }: ProblemError,
  faults: readonly (readonly [string, string])[],
): ProblemError =>
  new ProblemError(
    code,
    status,
    title,
    detail,
    requestId,
    faults.map(([path, message]) => ({ path, message })),
  );
