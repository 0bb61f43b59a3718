import { Combobox as HeadlessCombobox, ComboboxInput, ComboboxOption, ComboboxOptions } from '@headlessui/react';
import { useState } from 'react';
import { nameMatcher } from '../../lib/people.ts';
import { cn } from '../cn.ts';
import { inputFrame } from './field.tsx';

/** More matches than this are not listed: typing narrows them down. */
const mostListed = 50;

type Option = { readonly value: string; readonly label: string };

/** A select of many names: typing narrows them down. Its list opens in a portal, so that a scrolling body does not clip it. */
export const Combobox = (props: {
  /** Its accessible name. */
  readonly label: string;
  readonly value: string | null;
  readonly options: readonly Option[];
  readonly onChange: (value: string) => void;
  /** The list is about to open. */
  readonly onFocus?: () => void;
  readonly placeholder: string;
  /** What the list says when nothing matches. */
  readonly none?: string;
  readonly id?: string;
  readonly className?: string;
}) => {
  const { label, value, options, onChange, onFocus, placeholder, none = 'No one has this name', id, className } = props;
  const [typed, setTyped] = useState('');
  const matches = nameMatcher(typed);
  const matching = options.filter((option) => matches(option.label));
  const listed = matching.slice(0, mostListed);
  const nameOf = (chosen: string | null): string => options.find((option) => option.value === chosen)?.label ?? '';
  return (
    <HeadlessCombobox
      immediate
      value={value}
      onChange={(chosen) => {
        if (chosen !== null) onChange(chosen);
      }}
      onClose={() => setTyped('')}
    >
      <ComboboxInput
        {...(id === undefined ? {} : { id })}
        aria-label={label}
        autoComplete="off"
        placeholder={placeholder}
        displayValue={nameOf}
        onChange={({ target }) => setTyped(target.value)}
        onFocus={onFocus}
        className={cn(inputFrame(false), 'h-9 min-w-0 px-3 text-ellipsis max-desk:h-11', className)}
      />
      <ComboboxOptions
        modal={false}
        anchor={{ to: 'bottom start', gap: 4, padding: 8 }}
        className="z-40 max-h-72! min-w-(--input-width) overflow-auto rounded-control border border-line bg-raised p-1"
      >
        {listed.map((option) => (
          <ComboboxOption
            key={option.value}
            value={option.value}
            className="flex min-h-9 cursor-default items-center rounded-block px-2 py-1.5 data-focus:bg-accent-tint data-selected:font-strong max-desk:min-h-11"
          >
            <span className="min-w-0 truncate">{option.label}</span>
          </ComboboxOption>
        ))}
        {matching.length === 0 && (
          <ComboboxOption value="" disabled className="px-2 py-1.5 text-ink-3">
            {none}
          </ComboboxOption>
        )}
        {matching.length > mostListed && (
          <ComboboxOption value="" disabled className="px-2 py-1.5 text-ink-3">
            and {matching.length - mostListed} more: keep typing
          </ComboboxOption>
        )}
      </ComboboxOptions>
    </HeadlessCombobox>
  );
};
