import { useId, useState, type ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { Look } from './kinds.ts';

const shownAtOnce = 100;
const number = new Intl.NumberFormat('en-US');

/** A list of one kind of difference. Long ones open in steps, so that 20,000 dates do not stop the page. */
export const Section = <Row,>(props: {
  readonly look: Omit<Look, 'sign'>;
  readonly rows: readonly Row[];
  /** What else the kind means here. */
  readonly more?: string;
  /** How many are listed until the user opens more. */
  readonly atFirst?: number;
  readonly children: (row: Row) => ReactNode;
}) => {
  const { look, rows, more, atFirst = 12, children } = props;
  const id = useId();
  const [most, setMost] = useState(atFirst);
  if (rows.length === 0) return null;
  const { title, meaning, words } = look;
  const left = Math.max(0, rows.length - most);
  const next = Math.min(left, shownAtOnce);
  return (
    <section aria-labelledby={id}>
      <div className="flex flex-wrap items-baseline gap-x-2 border-b border-line pt-3.5 pb-1.5">
        <h4 id={id} className="font-strong">
          {title}
        </h4>
        <p className="text-ink-2">
          {meaning} {more}
        </p>
      </div>
      <ul aria-labelledby={id}>{rows.slice(0, most).map((row) => children(row))}</ul>
      {left > 0 && (
        <Button kind="quiet" className="my-1 -ml-2.5" onClick={() => setMost(most + shownAtOnce)}>
          {next < left
            ? `Show ${number.format(next)} more of ${number.format(left)}`
            : `Show ${number.format(left)} ${most === 0 ? words[left === 1 ? 0 : 1] : 'more'}`}
        </Button>
      )}
    </section>
  );
};
