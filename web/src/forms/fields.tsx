import { Controller, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { Field, inputClasses } from '../ui/fields/field.tsx';
import { Select } from '../ui/fields/select.tsx';
import { SuggestField } from '../ui/fields/suggest-field.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { read } from '../api/queries.ts';

const pause = 200;
const shortest = 3;
const most = 5;
const notChecked = 'Street not checked. City and ZIP code are the nearest that fit.';

/**
 * Completions of an address while the user types. Call `seek` at every keystroke; it is debounced. If suggestions are unavailable the list
 * is empty and the user types the whole address.
 */
const useAddressSuggestions = (): {
  suggestions: readonly string[];
  note: string | undefined;
  seek: (text: string) => void;
} => {
  const [typed, setTyped] = useState('');
  const [sought, setSought] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSought(typed.trim()), pause);
    return () => clearTimeout(timer);
  }, [typed]);
  const enough = sought.length >= shortest;
  const { data } = useQuery({
    ...read('GET /api/address-suggestions', { query: { q: sought } }),
    enabled: enough,
    placeholderData: keepPreviousData,
  });
  const fresh = enough && typed.trim().length >= shortest ? (data ?? []) : [];
  const others = fresh.filter(({ address }) => address !== typed.trim()).slice(0, most);
  return {
    suggestions: others.map(({ address }) => address),
    note: others.every(({ precision }) => precision === 'exact') ? undefined : notChecked,
    seek: setTyped,
  };
};

/** The form path of a field, and its label. */
export type Bound<Values extends FieldValues, Checked> = {
  readonly control: Control<Values, unknown, Checked>;
  readonly name: FieldPath<Values>;
  readonly label: string;
};

/** A select field of a form. */
export const ChosenField = <Values extends FieldValues, Checked>(
  props: Bound<Values, Checked> & {
    readonly options: readonly { readonly value: string; readonly label: string }[];
    readonly placeholder: string;
    readonly hint?: string;
    readonly onChosen?: (value: string) => void;
  },
) => (
  <Controller
    control={props.control}
    name={props.name}
    render={({ field, fieldState: { error } }) => (
      <Field label={props.label} error={error?.message} hint={props.hint}>
        {({ id }) => (
          <Select
            id={id}
            ref={field.ref}
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

/** An address field with completions. */
export const AddressField = <Values extends FieldValues, Checked>(
  props: Bound<Values, Checked> & {
    readonly placeholder: string;
    readonly optional?: boolean;
    readonly hint?: string | undefined;
    readonly className?: string;
  },
) => {
  const { suggestions, note, seek } = useAddressSuggestions();
  const { control, name, label, placeholder, optional = false, hint, className } = props;
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref }, fieldState: { error } }) => (
        <SuggestField
          label={label}
          optional={optional}
          placeholder={placeholder}
          value={String(value)}
          onChange={(text) => {
            onChange(text);
            seek(text);
          }}
          onBlur={onBlur}
          name={name}
          ref={ref}
          suggestions={suggestions}
          note={note}
          error={error?.message}
          hint={hint}
          {...(className === undefined ? {} : { className })}
        />
      )}
    />
  );
};

/** A multiline text field. */
export const NotesField = <Values extends FieldValues, Checked>(
  props: Bound<Values, Checked> & {
    readonly rows?: number;
    readonly placeholder?: string;
    readonly hint?: string;
    readonly optional?: boolean;
  },
) => (
  <Controller
    control={props.control}
    name={props.name}
    render={({ field, fieldState: { error } }) => (
      <Field label={props.label} optional={props.optional ?? true} error={error?.message} hint={props.hint}>
        {(described) => (
          <textarea
            {...described}
            {...field}
            rows={props.rows ?? 2}
            placeholder={props.placeholder}
            className={inputClasses(error !== undefined, 'h-auto! min-h-16 py-2')}
          />
        )}
      </Field>
    )}
  />
);
