import { Listbox, ListboxButton, ListboxOption, ListboxOptions } from '@headlessui/react';
import { Check, ChevronDown } from 'lucide-react';
import { cn } from './cn.ts';

type Option<Value extends string> = { readonly value: Value; readonly label: string; readonly detail?: string };

type SelectProps<Value extends string> = {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly Option<Value>[];
  readonly onChange: (value: Value) => void;
  /** `tall`: label and value in two lines, for the head of a screen. `filter`: without a frame on phones. */
  readonly look?: 'inline' | 'filter' | 'tall' | 'field';
  readonly disabled?: boolean;
  readonly placeholder?: string;
  readonly className?: string;
  readonly id?: string;
};

const looks = {
  inline: 'h-9 gap-2 pr-2.5 pl-3 max-desk:h-11',
  filter: 'h-9 gap-2 pr-2.5 pl-3 max-desk:h-11 max-desk:border-transparent max-desk:bg-transparent max-desk:px-0',
  tall: 'h-12 min-w-52 gap-3 rounded-day px-3',
  field: 'h-10 w-full gap-2 px-3 max-desk:h-12 max-desk:text-lead',
} as const;

const labels = {
  inline: 'text-ink-3',
  filter: 'text-ink-2 max-desk:sr-only',
  tall: 'block text-small text-ink-3',
} as const;

/** One choice of several. Its accessible name is the label with the chosen value. */
export const Select = <Value extends string>(props: SelectProps<Value>) => {
  const { label, value, options, onChange, look = 'inline', disabled = false, placeholder = '', className, id } = props;
  const chosen = options.find((option) => option.value === value);
  const text = chosen?.label ?? placeholder;
  return (
    <Listbox value={value} onChange={onChange} disabled={disabled}>
      <ListboxButton
        {...(id === undefined ? {} : { id })}
        // Elsewhere the label stands in the button itself.
        {...(look === 'field' ? { 'aria-label': `${label} ${text}` } : {})}
        className={cn(
          'inline-flex min-w-0 items-center justify-between rounded-control border border-control bg-card text-left data-disabled:opacity-60',
          looks[look],
          className,
        )}
      >
        <span className={cn('min-w-0', (look === 'inline' || look === 'filter') && 'flex gap-2')}>
          {look !== 'field' && <span className={labels[look]}>{label}</span>}{' '}
          <span className={cn('block truncate', look === 'tall' && 'leading-5 font-control', !chosen && 'text-ink-3')}>
            {text}
          </span>
        </span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} />
      </ListboxButton>
      <ListboxOptions
        modal={false}
        // In a form's scrolling body it would be cut off; elsewhere it stays within its landmark.
        portal={look === 'field'}
        anchor={{ to: 'bottom start', gap: 4, padding: 8 }}
        className="z-40 max-h-80 min-w-(--button-width) overflow-auto rounded-control border border-line bg-raised p-1 focus:outline-none"
      >
        {options.map((option) => (
          <ListboxOption
            key={option.value}
            value={option.value}
            className="flex min-h-9 cursor-default items-center gap-2 rounded-block px-2 py-1.5 data-focus:bg-accent-tint max-desk:min-h-11"
          >
            <Check
              aria-hidden
              className={cn('size-4 shrink-0 text-accent', option.value !== value && 'invisible')}
              strokeWidth={2}
            />
            <span className="min-w-0">
              <span className="block truncate">{option.label}</span>
              {option.detail !== undefined && <span className="block text-small text-ink-3">{option.detail}</span>}
            </span>
          </ListboxOption>
        ))}
      </ListboxOptions>
    </Listbox>
  );
};
