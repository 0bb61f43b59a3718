import { Controller, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { useAddressSuggestions } from '../../lib/address-suggestions.ts';
import { Field, inputClasses } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { SuggestField } from '../../ui/suggest-field.tsx';

type Bound<Values extends FieldValues, Checked> = {
  readonly control: Control<Values, unknown, Checked>;
  readonly name: FieldPath<Values>;
  readonly label: string;
};

/** One choice of several, in a form. */
export const ChosenField = <Values extends FieldValues, Checked>(
  props: Bound<Values, Checked> & {
    readonly options: readonly { readonly value: string; readonly label: string }[];
    readonly placeholder: string;
    readonly onChosen?: (value: string) => void;
  },
) => (
  <Controller
    control={props.control}
    name={props.name}
    render={({ field, fieldState: { error } }) => (
      <Field label={props.label} error={error?.message}>
        {({ id }) => (
          <Select
            id={id}
            look="field"
            label={props.label}
            value={String(field.value)}
            options={props.options}
            onChange={(value) => {
              field.onChange(value);
              props.onChosen?.(value);
            }}
            placeholder={props.placeholder}
          />
        )}
      </Field>
    )}
  />
);

/** Where an entry takes place, completed while it is typed. */
export const PlaceField = <Values extends FieldValues, Checked>(
  props: Bound<Values, Checked> & { readonly placeholder: string },
) => {
  const { suggestions, seek } = useAddressSuggestions();
  return (
    <Controller
      control={props.control}
      name={props.name}
      render={({ field: { value, onChange, onBlur, name, ref }, fieldState: { error } }) => (
        <SuggestField
          label={props.label}
          optional
          placeholder={props.placeholder}
          value={String(value)}
          onChange={(text) => {
            onChange(text);
            seek(text);
          }}
          onBlur={onBlur}
          name={name}
          ref={ref}
          suggestions={suggestions}
          error={error?.message}
        />
      )}
    />
  );
};

/** A few lines of text. */
export const NotesField = <Values extends FieldValues, Checked>(props: Bound<Values, Checked>) => (
  <Controller
    control={props.control}
    name={props.name}
    render={({ field, fieldState: { error } }) => (
      <Field label={props.label} optional error={error?.message}>
        {(described) => (
          <textarea
            {...described}
            {...field}
            rows={2}
            className={inputClasses(error !== undefined, 'h-auto! min-h-16 py-2')}
          />
        )}
      </Field>
    )}
  />
);
