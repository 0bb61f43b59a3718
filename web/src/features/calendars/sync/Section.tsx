import { useId, useState, type ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { Kind } from './differences.ts';
import { looks } from './kinds.ts';

const shownAtFirst = 12;
const shownAtOnce = 100;
const number = new Intl.NumberFormat('en-US');

/** A list of one kind of difference. Long ones open in steps, so that 20,000 dates do not stop the page. */
export const Section = <Row,>(props: {
  readonly kind: Kind;
  readonly rows: readonly Row[];
  /** What else the kind means here. */
  readonly more?: string;
  /** Nothing is listed until the user opens it. */
  readonly closed?: boolean;
  readonly children: (row: Row) => ReactNode;
}) => {
  const { kind, rows, more, closed = false, children } = props;
  const id = useId();
  const [most, setMost] = useState(closed ? 0 : shownAtFirst);
  if (rows.length === 0) return null;
  const { title, meaning } = looks[kind];
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
            : `Show ${number.format(left)} ${most === 0 ? looks[kind].words[left === 1 ? 0 : 1] : 'more'}`}
        </Button>
      )}
    </section>
  );
};
