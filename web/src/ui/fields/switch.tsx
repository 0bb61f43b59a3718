import { Description, Field, Label, Switch as HeadlessSwitch } from '@headlessui/react';
import type { ReactNode } from 'react';
import { cn } from '../cn.ts';

/** An option that is on or off, by place and fill; the words at its right name it. */
export const Switch = (props: {
  readonly label: string;
  /** Whose option it is, for screen readers, where several have the same label. */
  readonly of?: string;
  readonly checked: boolean;
  /** It stands at the right of its words. */
  readonly atEnd?: boolean;
  readonly onChange: (checked: boolean) => void;
  /** What it means, below the label. */
  readonly children: ReactNode;
}) => (
  <Field
    className={cn(
      'grid gap-x-3',
      props.atEnd === true ? 'grid-cols-[minmax(0,1fr)_36px]' : 'grid-cols-[36px_minmax(0,1fr)]',
    )}
  >
    <HeadlessSwitch
      checked={props.checked}
      onChange={props.onChange}
      className={cn(
        'group relative h-5 w-9 cursor-pointer rounded-full border-[1.5px] border-control bg-card transition-colors duration-140 ease-rondo after:absolute after:-inset-x-2 after:-inset-y-3.5 data-checked:border-accent-fill data-checked:bg-accent-fill',
        props.atEnd === true && 'order-last',
      )}
    >
      <span
        aria-hidden
        className="absolute top-[2px] left-[2px] size-[13px] rounded-full bg-control transition-[left] duration-140 ease-rondo group-data-checked:left-[18px] group-data-checked:bg-on-accent motion-reduce:transition-none"
      />
    </HeadlessSwitch>
    <div>
      <Label className="cursor-pointer font-control">
        {props.label}
        {props.of !== undefined && <span className="sr-only"> for {props.of}</span>}
      </Label>
      <Description className={cn('mt-0.5 text-ink-2', props.atEnd === true ? 'max-w-[64ch]' : 'text-small')}>
        {props.children}
      </Description>
    </div>
  </Field>
);
