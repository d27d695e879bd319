import { useForm, type UseFormReturnType } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isSame, mergePatchOf, valueAt, withoutBlanks } from '../api/merge-patch';
import { formErrorsOf, isProblem, type ProblemError } from '../api/problem';

/** A settings document as the API has it. */
export interface Stored<Settings> {
  readonly settings: Settings;
  readonly version: number;
}

export interface SettingsForm<Settings> {
  readonly form: UseFormReturnType<Settings>;
  /** What was read and the changes are made to. */
  readonly base: Stored<Settings>;
  /** What Save would send; empty: nothing. */
  readonly patch: Readonly<Record<string, unknown>>;
  /** What somebody else has stored meanwhile. */
  readonly theirs: Stored<Settings> | null;
  readonly problem: ProblemError | null;
  readonly isSaving: boolean;
  readonly save: () => void;
  readonly discard: () => void;
  /** Mine over theirs: what I did not touch stays theirs. */
  readonly overwrite: () => void;
  readonly takeTheirs: () => void;
  readonly closeConflict: () => void;
}

/**
 * Edits a document with a version: only what differs is sent, and a change that came between is shown
 * before anything is overwritten.
 */
export function useSettingsForm<Settings extends object>(options: {
  stored: Stored<Settings>;
  patch: (patch: Record<string, unknown>, version: number) => Promise<Stored<Settings>>;
  read: () => Promise<Stored<Settings>>;
  onSaved: (saved: Stored<Settings>) => void;
}): SettingsForm<Settings> {
  const [base, setBase] = useState(options.stored);
  const [theirs, setTheirs] = useState<Stored<Settings> | null>(null);
  const form = useForm<Settings>({
    initialValues: structuredClone(base.settings),
    // What was said of a value holds until it is another one, also where one field has a whole list.
    onValuesChange: (now, before) => {
      for (const path of Object.keys(form.errors)) {
        if (!isSame(valueAt(now, path), valueAt(before, path))) form.clearFieldError(path);
      }
    },
  });
  const patch = mergePatchOf(base.settings, withoutBlanks(form.values));

  const startFrom = (stored: Stored<Settings>) => {
    setBase(stored);
    setTheirs(null);
    form.setValues(structuredClone(stored.settings));
    form.clearErrors();
  };
  const { mutate, isPending, error, reset } = useMutation({
    meta: { isHandled: true },
    mutationFn: (version: number) => options.patch(patch, version),
    onSuccess: (saved) => {
      startFrom(saved);
      options.onSaved(saved);
    },
    onError: async (refusal) => {
      if (isProblem(refusal, 'invalid', 'name_taken')) form.setErrors(formErrorsOf(refusal));
      if (isProblem(refusal, 'version_changed')) setTheirs(await options.read());
    },
  });
  const isShown = isProblem(error) && !isProblem(error, 'version_changed', 'sign_in_needed');
  return {
    form,
    base,
    patch,
    theirs,
    problem: isShown ? error : null,
    isSaving: isPending,
    save: () => mutate(base.version),
    discard: () => {
      startFrom(base);
      reset();
    },
    overwrite: () => {
      if (!theirs) return;
      setTheirs(null);
      mutate(theirs.version);
    },
    takeTheirs: () => {
      if (theirs) startFrom(theirs);
      reset();
    },
    closeConflict: () => setTheirs(null),
  };
}
