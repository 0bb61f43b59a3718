import { Description, Field, Label, Switch as HeadlessSwitch } from '@headlessui/react';
import type { ReactNode } from 'react';

/** An option that is on or off, by place and fill; the words at its right name it. */
export const Switch = (props: {
  readonly label: string;
  /** Whose option it is, for screen readers, where several have the same label. */
  readonly of?: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** What it means, below the label. */
  readonly children: ReactNode;
}) => (
  <Field className="grid grid-cols-[36px_minmax(0,1fr)] gap-x-3">
    <HeadlessSwitch
      checked={props.checked}
      onChange={props.onChange}
      className="group relative h-5 w-9 cursor-pointer rounded-full border-[1.5px] border-control bg-card transition-colors duration-140 ease-rondo after:absolute after:-inset-x-2 after:-inset-y-3.5 data-checked:border-accent-fill data-checked:bg-accent-fill"
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
      <Description className="mt-0.5 text-small text-ink-2">{props.children}</Description>
    </div>
  </Field>
);
