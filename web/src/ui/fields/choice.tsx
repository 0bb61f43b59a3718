import { Radio, RadioGroup } from '@headlessui/react';
import { Check, Minus, type LucideIcon } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { cn } from '../cn.ts';

type BoxProps = {
  readonly checked: boolean;
  readonly some?: boolean;
  readonly onChange: (checked: boolean) => void;
  /** Its accessible name, unless a `label` beside it is. */
  readonly label?: string;
  readonly id?: string;
  readonly disabled?: boolean;
  readonly className?: string;
};

/** The browser's own checkbox, invisible over the drawn one and larger. One of Headless UI would set up a dozen hooks and contexts in each row of a long list. */
const Box = ({ checked, some = false, onChange, label, id, disabled = false, className }: BoxProps) => (
  <span className={cn('relative inline-grid size-[18px] shrink-0', className)}>
    <input
      ref={(input) => {
        if (input) input.indeterminate = some;
      }}
      type="checkbox"
      id={id}
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
      disabled={disabled}
      aria-label={label}
      className="peer absolute -inset-[13px] z-1 m-0 cursor-pointer opacity-0 disabled:cursor-default"
    />
    <span
      aria-hidden
      className="grid place-items-center rounded-[5px] border-[1.5px] border-control bg-card text-on-accent peer-checked:border-accent-fill peer-checked:bg-accent-fill peer-indeterminate:border-accent-fill peer-indeterminate:bg-accent-fill peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent peer-disabled:opacity-50"
    >
      {some && <Minus className="size-3" strokeWidth={3} />}
      {checked && !some && <Check className="size-3" strokeWidth={3} />}
    </span>
  </span>
);

/** A checkbox without visible text; `label` is its accessible name. The target is 44 pixels on phones. */
export const Checkbox = (props: BoxProps & { readonly label: string }) => <Box {...props} />;

/** A checkbox whose visible words are its label: they name it, and a click on them changes it. */
export const LabeledCheckbox = (props: {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** The words. Only phrasing content. */
  readonly children: ReactNode;
  readonly className?: string;
  readonly labelClassName?: string;
  /** After the words, not part of the label. */
  readonly aside?: ReactNode;
}) => {
  const id = useId();
  return (
    <div className={cn('flex items-center', props.className)}>
      <Box id={id} checked={props.checked} onChange={props.onChange} />
      <label htmlFor={id} className={cn('min-w-0 cursor-pointer', props.labelClassName)}>
        {props.children}
      </label>
      {props.aside}
    </div>
  );
};

export type RadioOption<Value extends string> = {
  readonly value: Value;
  readonly label: string;
  readonly detail?: string;
};

/** Radio options in one frame, one below the other, the selected one tinted. */
export const RadioList = <Value extends string>(props: {
  readonly label: string;
  readonly value: Value | null;
  readonly options: readonly RadioOption<Value>[];
  readonly onChange: (value: Value) => void;
}) => (
  <RadioGroup
    aria-label={props.label}
    value={props.value}
    onChange={(value) => {
      if (value !== null) props.onChange(value);
    }}
    className="overflow-hidden rounded-day border border-line bg-card"
  >
    {props.options.map((option) => (
      <Radio
        key={option.value}
        value={option.value}
        className="group flex min-h-14 cursor-pointer items-center gap-2.5 border-b border-line-soft px-3 py-2 last:border-b-0 focus-visible:-outline-offset-2 data-checked:bg-accent-tint"
      >
        <span
          aria-hidden
          className="size-[18px] shrink-0 rounded-full border-[1.5px] border-control bg-card group-data-checked:border-[5.5px] group-data-checked:border-accent-fill group-data-checked:bg-on-accent"
        />
        <span className="min-w-0">
          <span className="block truncate font-strong">{option.label}</span>
          {option.detail !== undefined && <span className="block text-small text-ink-2">{option.detail}</span>}
        </span>
      </Radio>
    ))}
  </RadioGroup>
);

/** A few short options side by side, one of them selected. */
export const Segments = <Value extends string | number>(props: {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly icon?: LucideIcon }[];
  readonly onChange: (value: Value) => void;
  /** Words beside it say the label already. */
  readonly hidden?: boolean;
  readonly className?: string;
}) => {
  const id = useId();
  return (
    <div className={cn('flex min-w-0 flex-col gap-1.5', props.className)}>
      <span id={id} className={props.hidden === true ? 'sr-only' : 'font-control'}>
        {props.label}
      </span>
      <RadioGroup
        aria-labelledby={id}
        value={props.value}
        onChange={props.onChange}
        className="grid auto-cols-fr grid-flow-col overflow-hidden rounded-control border border-control bg-card"
      >
        {props.options.map(({ value, label, icon: Icon }) => (
          <Radio
            key={value}
            value={value}
            className={cn(
              'flex h-[38px] cursor-pointer items-center justify-center gap-2 border-l border-control transition-colors duration-140 ease-rondo first:border-l-0 focus-visible:-outline-offset-2 data-checked:bg-accent-tint data-checked:font-strong data-checked:text-accent max-desk:h-[46px]',
              props.hidden === true && 'px-3',
            )}
          >
            {Icon && <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />}
            {label}
          </Radio>
        ))}
      </RadioGroup>
    </div>
  );
};
