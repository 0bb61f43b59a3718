import { useState } from 'react';
import { Skeleton, WhileLoading } from '../../../ui/lists/panels.tsx';
import { planningHints } from '../planning-hints.ts';

/** A form while its code or its values are loading: its labels and hints, in its own place, so that nothing moves afterwards. */
const FormOutline = (props: {
  /** Tells screen readers what is loading. */
  readonly label: string;
  readonly fields: readonly { readonly label: string; readonly hint?: string }[];
  /** Its height, and its columns. */
  readonly className: string;
}) => (
  <div className={props.className}>
    <WhileLoading label={props.label}>{null}</WhileLoading>
    {props.fields.map(({ label, hint }) => (
      <div key={label} className="flex min-w-0 flex-col gap-1.5">
        <span className="font-control">{label}</span>
        <Skeleton className="h-10 rounded-control max-desk:h-12" />
        {hint !== undefined && <p className="flex gap-1 text-small text-ink-3">{hint}</p>}
      </div>
    ))}
  </div>
);

/** The words of the form that `CalendarPreferences` shows. */
export const calendarWords = {
  teacher: 'Default teacher for calendar view',
  hour: 'Calendar begins at',
  hourHint: 'On wide screens. What is earlier is shown as well.',
} as const;

export const CalendarOutline = () => (
  <FormOutline
    label="Loading the preferences"
    fields={[{ label: calendarWords.teacher }, { label: calendarWords.hour, hint: calendarWords.hourHint }]}
    className="grid grid-cols-2 items-start gap-4 max-desk:grid-cols-1"
  />
);

/** @param zone the studio's time zone, whose time is a hint, once it is known */
export const PlanningOutline = ({ zone }: { readonly zone?: string }) => {
  const [at] = useState(() => Date.now());
  return (
    <FormOutline
      label="Loading the settings"
      fields={[
        { label: 'Time zone', ...(zone === undefined ? {} : { hint: planningHints.timeZone(zone, at) }) },
        { label: 'Start times', hint: planningHints.startGrid },
        { label: 'Time between lessons', hint: planningHints.minutesBetween },
        { label: 'Planning time', hint: planningHints.optimizerSeconds },
      ]}
      className="grid h-82.5 grid-cols-2 content-start items-start gap-4 max-desk:h-168.5 max-desk:grid-cols-1 desk:max-[960px]:h-86.5"
    />
  );
};

export const ProfileOutline = () => (
  <FormOutline
    label="Loading the studio profile"
    fields={['Studio name', 'Address', 'Phone', 'Email', 'Currency', 'Payment terms', 'Pay link'].map((label) => ({
      label,
    }))}
    className="grid h-[410px] grid-cols-2 content-start gap-4 max-desk:h-[842px] max-desk:grid-cols-1"
  />
);

/** The list of what is closed. */
export const TimeOffOutline = () => (
  <WhileLoading label="Loading the time off">
    <div className="grid gap-3">
      <Skeleton className="ml-auto h-9 w-32 max-desk:h-11" />
      <Skeleton className="h-14" />
    </div>
  </WhileLoading>
);

export const TermsOutline = () => (
  <div className="h-9 max-desk:h-11">
    <WhileLoading label="Loading the terms">{null}</WhileLoading>
  </div>
);

export const PolicyOutline = () => (
  <div className="h-9 max-desk:h-11">
    <WhileLoading label="Loading the cancellation policy">{null}</WhileLoading>
  </div>
);
