import { Fragment, type ReactNode } from 'react';
import { cn } from '../cn.ts';

/**
 * A key figure of a screen: "28 lessons", "4 h 33 driving", "31 of 34 students placed". Parts alternate between number and unit; the
 * whole is one text for a screen reader.
 */
export const Figure = (props: {
  readonly parts: readonly { readonly number: string; readonly unit?: string }[];
  readonly word: ReactNode;
  readonly muted?: boolean;
  readonly className?: string;
}) => (
  <p className={cn('flex items-baseline gap-2 whitespace-nowrap', props.className)}>
    <span className={cn('text-figure font-figure', props.muted === true && 'text-ink-2')}>
      {props.parts.map(({ number, unit }) => (
        <Fragment key={`${number}${unit}`}>
          {number}
          {unit !== undefined && (
            // The spaces are text, so that the whole reads "4 h 33", and are as wide as in the unit's font size.
            <span className="text-title leading-none font-medium tracking-normal whitespace-pre text-ink-2">{` ${unit} `}</span>
          )}
        </Fragment>
      ))}
    </span>{' '}
    <span className="text-ink-2">{props.word}</span>
  </p>
);
