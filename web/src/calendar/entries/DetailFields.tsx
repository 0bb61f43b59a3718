import type { FieldValues } from 'react-hook-form';
import { AddressField, NotesField, type Bound } from '../../forms/fields.tsx';
import type { detailFields } from './details.ts';

/** The inputs of the details that both forms edit. `at` returns the form path of a field. */
export const DetailFields = <Values extends FieldValues, Checked>({
  at,
  placeholder,
}: {
  readonly at: (name: keyof typeof detailFields) => Omit<Bound<Values, Checked>, 'label'>;
  /** The placeholder of the address field. */
  readonly placeholder: string;
}) => (
  <>
    <AddressField optional {...at('customAddress')} label="Address" placeholder={placeholder} />
    <NotesField {...at('notes')} label="Notes" />
  </>
);
