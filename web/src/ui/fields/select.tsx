import { Listbox, ListboxButton, ListboxOption, ListboxOptions } from '@headlessui/react';
import { Check } from 'lucide-react';
import { useEffect } from 'react';
import { cn } from '../cn.ts';
import { useOpenedAtOnce } from '../on-demand.ts';
import { faceProps, frameClasses, SelectFace, type SelectProps } from './select-face.tsx';

/** A select. Its accessible name is the label with the selected value. */
export const Select = <Value extends string>(props: SelectProps<Value> & { readonly openAtOnce?: boolean }) => {
  const { value, options, onChange, look = 'inline', disabled = false, id, ref, openAtOnce = false } = props;
  const button = useOpenedAtOnce(openAtOnce);
  useEffect(() => ref?.(button.current), [ref, button]);
  return (
    <Listbox as="div" className={frameClasses(props)} value={value} onChange={onChange} disabled={disabled}>
      <ListboxButton ref={button} {...(id === undefined ? {} : { id })} {...faceProps(props)}>
        <SelectFace {...props} />
      </ListboxButton>
      <ListboxOptions
        modal={false}
        // A form's scrolling body would clip the list, so it opens in a portal there; elsewhere in place, within its landmark.
        {...(look === 'field' && { anchor: { to: 'bottom start', gap: 4, padding: 8 } })}
        className={cn(
          look === 'field'
            ? 'min-w-(--button-width)'
            : 'absolute top-full right-0 mt-1 w-max max-w-[min(20rem,calc(100vw-32px))] min-w-full',
          'z-40 max-h-80 overflow-auto rounded-control border border-line bg-raised p-1 focus:outline-none',
        )}
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
