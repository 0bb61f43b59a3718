import { ChevronDown } from 'lucide-react';
import { cn } from '../cn.ts';

type Option<Value extends string> = { readonly value: Value; readonly label: string; readonly detail?: string };

export type SelectProps<Value extends string> = {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly Option<Value>[];
  readonly onChange: (value: Value) => void;
  /** `tall`: label and value in two lines, for a page header. `filter`: without a frame on phones. */
  readonly look?: 'inline' | 'filter' | 'tall' | 'field';
  readonly disabled?: boolean;
  readonly placeholder?: string;
  readonly className?: string;
  readonly id?: string;
  /** Told of the button, for a form that moves the focus to it. */
  readonly ref?: (button: HTMLButtonElement | null) => void;
};

const looks = {
  inline: 'h-9 gap-2 pr-2.5 pl-3 max-desk:h-11',
  filter: 'h-9 gap-2 pr-2.5 pl-3 max-desk:h-11 max-desk:border-transparent max-desk:bg-transparent max-desk:px-0',
  tall: 'h-12 gap-3 rounded-day px-3',
  field: 'h-10 gap-2 px-3 max-desk:h-12 max-desk:text-lead',
} as const;

const widths = { inline: '', filter: '', tall: 'min-w-52', field: 'w-full' } as const;

const labels = {
  inline: 'text-ink-3',
  filter: 'text-ink-2 max-desk:sr-only',
  tall: 'block text-small text-ink-3',
} as const;

type Closed = Pick<SelectProps<string>, 'label' | 'value' | 'options' | 'look' | 'placeholder' | 'className'>;

const lookOf = ({ look = 'inline' }: Closed): NonNullable<Closed['look']> => look;

const chosenIn = ({ options, value, placeholder = '' }: Closed) => {
  const chosen = options.find((option) => option.value === value);
  return { chosen, text: chosen?.label ?? placeholder };
};

/** The container of the button and its list. */
export const frameClasses = ({ className, ...closed }: Closed): string =>
  cn('relative inline-flex min-w-0', widths[lookOf(closed)], className);

/** The button; named by the label if the label is not inside it. */
export const faceProps = (closed: Closed) => ({
  ...(lookOf(closed) === 'field' ? { 'aria-label': `${closed.label} ${chosenIn(closed).text}` } : {}),
  className: cn(
    'inline-flex w-full min-w-0 items-center justify-between rounded-control border border-control bg-card text-left data-disabled:opacity-60',
    looks[lookOf(closed)],
  ),
});

/** The content of the button: label and selected value. */
export const SelectFace = (closed: Closed) => {
  const look = lookOf(closed);
  const { chosen, text } = chosenIn(closed);
  return (
    <>
      <span className={cn('min-w-0', (look === 'inline' || look === 'filter') && 'flex gap-2')}>
        {look !== 'field' && <span className={labels[look]}>{closed.label}</span>}{' '}
        <span className={cn('block truncate', look === 'tall' && 'leading-5 font-control', !chosen && 'text-ink-3')}>
          {text}
        </span>
      </span>
      <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} />
    </>
  );
};
