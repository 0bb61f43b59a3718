import { Link, useSearchParams } from 'react-router-dom';
import { cn } from '../../../ui/cn.ts';
import { Figure } from '../../../ui/figures/figure.tsx';
import { isWithout, type StudentRow } from '../roster.ts';

/** How many students the list shows, and how many of them have no weekly lesson, which is a link to those alone. */
export const StudentFigures = ({ rows }: { readonly rows: readonly StudentRow[] }) => {
  const [params] = useSearchParams();
  const isShown = params.get('lesson') === 'none';
  const to = new URLSearchParams(params);
  if (isShown) to.delete('lesson');
  else to.set('lesson', 'none');
  const unscheduled = rows.filter((row) => isWithout('lesson', row)).length;
  const pending = rows.filter((row) => row.pending).length;
  const figure = <Figure parts={[{ number: `${unscheduled}` }]} word="not scheduled" />;
  return (
    <>
      <Figure parts={[{ number: `${rows.length}` }]} word={rows.length === 1 ? 'student' : 'students'} />
      {unscheduled === 0 && !isShown ? (
        figure
      ) : (
        <Link
          to={{ search: `${to}` }}
          replace
          preventScrollReset
          aria-current={isShown || undefined}
          title={isShown ? 'Show all students' : 'Show the students without a weekly lesson'}
          className={cn(
            'relative after:absolute after:-inset-x-2 after:-inset-y-1 after:rounded-control hover:after:bg-ink/4',
            isShown && 'after:border after:border-accent-line',
          )}
        >
          {figure}
        </Link>
      )}
      {pending > 0 && <Figure parts={[{ number: `${pending}` }]} word="pending" />}
    </>
  );
};
