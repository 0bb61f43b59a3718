import { useFormState, type FieldValues } from 'react-hook-form';
import type { SettingsForm } from '../use-settings-form.ts';
import { SectionEnd } from './SectionEnd.tsx';

/** The end of a section that is a form. */
export const SaveRow = <Values extends FieldValues, Checked>({
  edit,
}: {
  readonly edit: SettingsForm<Values, Checked>;
}) => {
  const { isDirty } = useFormState({ control: edit.form.control });
  const { saving, notice, submitError, unconfirmed, discard } = edit;
  return <SectionEnd {...{ isDirty, saving, notice, submitError, unconfirmed }} onDiscard={discard} />;
};
