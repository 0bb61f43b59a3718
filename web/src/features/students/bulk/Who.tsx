import { counted, fewNames } from '../../../lib/texts.ts';
import { nameOf } from '../roster.ts';
import type { Selected } from './question.ts';

/** "3 students: Ann Lee, Ben Ito and Cy Moss"; of more than five the number alone. */
export const Who = ({ selected: { rows } }: { readonly selected: Selected }) => {
  const names = fewNames(rows.map(({ student }) => nameOf(student)));
  return (
    <>
      <b className="font-strong text-ink">{counted(rows.length, 'student')}</b>
      {names !== null && ` (${names})`}
    </>
  );
};

/** Says that a filter hides some of them; nothing if it does not. */
export const HiddenNote = ({ selected: { hidden } }: { readonly selected: Selected }) =>
  hidden === 0 ? null : (
    <p>{hidden === 1 ? 'One of them is' : `${hidden} of them are`} selected, but hidden by the filter of the list.</p>
  );
