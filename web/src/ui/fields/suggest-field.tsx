import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions } from '@headlessui/react';
import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { Field, inputClasses } from './field.tsx';

type SuggestFieldProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'name' | 'onBlur' | 'placeholder' | 'className'
> & {
  readonly label: string;
  readonly value: string;
  /** Called at every keystroke, and with a suggestion's text when the user picks one. */
  readonly onChange: (text: string) => void;
  readonly suggestions: readonly string[];
  /** What the user should know of the suggestions, below them. */
  readonly note?: string | undefined;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  readonly optional?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
};

/** A text input with completions. The typed text counts; a suggestion only when the user picks it by pointer or arrow keys. */
export const SuggestField = (props: SuggestFieldProps) => {
  const { label, value, onChange, suggestions, note, error, hint, optional, className, ...input } = props;
  return (
    <Field
      label={label}
      error={error}
      hint={hint}
      optional={optional ?? false}
      {...(className === undefined ? {} : { className })}
    >
      {(control) => (
        <Combobox
          as="div"
          className="relative"
          value={value}
          onChange={(picked: string | null) => onChange(picked ?? value)}
        >
          <ComboboxInput
            {...control}
            {...input}
            autoComplete="off"
            displayValue={() => value}
            onChange={({ target }) => onChange(target.value)}
            className={inputClasses(error !== undefined)}
          />
          {suggestions.length > 0 && (
            <ComboboxOptions
              modal={false}
              aria-label="Suggestions"
              className="absolute inset-x-0 top-full z-10 mt-1 rounded-control border border-line bg-raised p-1"
            >
              {/* The first option is the typed text, so that Enter and Tab keep it. */}
              <ComboboxOption value={value} className="hidden" />
              {suggestions.map((text) => (
                <ComboboxOption
                  key={text}
                  value={text}
                  className="flex min-h-9 cursor-default items-center rounded-block px-2 py-1.5 data-focus:bg-accent-tint max-desk:min-h-11"
                >
                  <span className="min-w-0 truncate">{text}</span>
                </ComboboxOption>
              ))}
              {note !== undefined && <p className="px-2 pt-1 pb-1.5 text-small text-ink-3">{note}</p>}
            </ComboboxOptions>
          )}
        </Combobox>
      )}
    </Field>
  );
};
