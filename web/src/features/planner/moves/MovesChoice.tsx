import { Radio, RadioGroup } from '@headlessui/react';
import { Minus, Plus } from 'lucide-react';
import { cn } from '../../../ui/cn.ts';

/** How many families may move. */
export type Moves = 'any' | 'none' | 'some';

const options: readonly { readonly value: Moves; readonly label: string }[] = [
  { value: 'any', label: 'Any' },
  { value: 'none', label: 'None, only new students' },
  { value: 'some', label: 'At most' },
];

const Step = (props: {
  readonly icon: typeof Plus;
  readonly label: string;
  readonly disabled: boolean;
  readonly onStep: () => void;
}) => (
  <button
    type="button"
    aria-label={props.label}
    disabled={props.disabled}
    onClick={props.onStep}
    className="grid size-8 place-items-center rounded-control text-ink-2 hover:text-ink focus-visible:-outline-offset-2 disabled:opacity-40 max-desk:size-11"
  >
    <props.icon aria-hidden className="size-3.5" strokeWidth={1.75} />
  </button>
);

const mostFamilies = 100;

/** Any, none, or at most a number of families; the number is beside its option and not in it. */
export const MovesChoice = (props: {
  readonly value: Moves;
  readonly onChange: (value: Moves) => void;
  /** Null while it is unknown. */
  readonly most: number | null;
  readonly onMost: (most: number) => void;
}) => {
  const { value, onChange, most, onMost } = props;
  return (
    <div className="relative">
      <RadioGroup
        aria-label="How many families may move?"
        value={value}
        onChange={onChange}
        className="overflow-hidden rounded-day border border-line bg-card"
      >
        {options.map((option) => (
          <Radio
            key={option.value}
            value={option.value}
            className="group flex min-h-[37px] cursor-pointer items-center gap-2.5 border-b border-line-soft px-3 last:min-h-11 last:border-b-0 focus-visible:-outline-offset-2 data-checked:bg-accent-tint max-desk:min-h-11 max-desk:last:min-h-14"
          >
            <span
              aria-hidden
              className="size-[18px] shrink-0 rounded-full border-[1.5px] border-control bg-card group-data-checked:border-[5.5px] group-data-checked:border-accent-fill group-data-checked:bg-on-accent"
            />
            <span className="truncate font-strong">{option.label}</span>
          </Radio>
        ))}
      </RadioGroup>
      {value === 'some' && (
        <fieldset
          aria-label="Families that may move"
          className="absolute right-3 bottom-[5px] flex items-center rounded-control border border-control bg-card"
        >
          <Step
            icon={Minus}
            label="One family less"
            disabled={most === null || most <= 0}
            onStep={() => onMost((most ?? 1) - 1)}
          />
          <output className={cn('min-w-5 text-center font-strong tabular-nums', most === null && 'text-ink-3')}>
            {most ?? '…'}
          </output>
          <Step
            icon={Plus}
            label="One family more"
            disabled={most === null || most >= mostFamilies}
            onStep={() => onMost((most ?? 0) + 1)}
          />
        </fieldset>
      )}
    </div>
  );
};
