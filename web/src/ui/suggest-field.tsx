/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/click-events-have-key-events --
   the ARIA combobox: its keys are handled on the input, which keeps the focus; `datalist` cannot be styled or filled while typing */
import { useId, useState, type InputHTMLAttributes, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { cn } from './cn.ts';
import { Field, inputClasses } from './field.tsx';

type SuggestFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> & {
  readonly label: string;
  readonly value: string;
  /** At every keystroke, and with a suggestion's text when one is picked. */
  readonly onChange: (text: string) => void;
  readonly suggestions: readonly string[];
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  readonly optional?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
};

/** -1 is the input itself: nothing is taken over unless it was chosen. */
const step = (active: number, by: 1 | -1, count: number): number => {
  const next = active + by;
  if (next >= count) return -1;
  return next < -1 ? count - 1 : next;
};

/** A text input that offers completions. What was typed counts; a suggestion only when it was picked by pointer or arrow keys. */
export const SuggestField = (props: SuggestFieldProps) => {
  const { label, value, onChange, suggestions, error, hint, optional, className, onBlur, ...input } = props;
  const listId = useId();
  const [wanted, setWanted] = useState(false);
  const [active, setActive] = useState(-1);
  const open = wanted && suggestions.length > 0;

  const close = (): void => {
    setWanted(false);
    setActive(-1);
  };
  const pick = (text: string): void => {
    onChange(text);
    close();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (open) setActive(step(active, event.key === 'ArrowDown' ? 1 : -1, suggestions.length));
      else setWanted(true);
      return;
    }
    const chosen = suggestions[active];
    if (open && event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault();
      pick(chosen);
    }
    if (open && event.key === 'Escape') {
      // The list closes, not the dialog that it stands in.
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  };

  return (
    <Field
      label={label}
      error={error}
      hint={hint}
      optional={optional ?? false}
      {...(className === undefined ? {} : { className })}
    >
      {(control) => (
        <div className="relative">
          <input
            {...control}
            {...input}
            role="combobox"
            aria-expanded={open}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={open && active >= 0 ? `${listId}-${active}` : undefined}
            autoComplete="off"
            value={value}
            onChange={({ target }) => {
              onChange(target.value);
              setWanted(true);
              setActive(-1);
            }}
            onKeyDown={onKeyDown}
            onBlur={(event) => {
              close();
              onBlur?.(event);
            }}
            className={inputClasses(error !== undefined)}
          />
          <ul
            id={listId}
            role="listbox"
            aria-label="Suggestions"
            hidden={!open}
            className="absolute inset-x-0 top-full z-10 mt-1 rounded-control border border-line bg-raised p-1"
          >
            {suggestions.map((text, index) => (
              <li
                key={text}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={index === active}
                // Before the input loses the focus, or the list would be gone at the click.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => pick(text)}
                onPointerMove={() => setActive(index)}
                className={cn(
                  'flex min-h-9 cursor-default items-center rounded-block px-2 py-1.5 max-desk:min-h-11',
                  index === active && 'bg-accent-tint',
                )}
              >
                <span className="min-w-0 truncate">{text}</span>
              </li>
            ))}
          </ul>
          <output className="sr-only">{open ? `${suggestions.length} suggestions` : ''}</output>
        </div>
      )}
    </Field>
  );
};
