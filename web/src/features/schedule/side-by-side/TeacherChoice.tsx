import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { cn } from '../../../ui/cn.ts';
import { byName, mostColumns } from './columns.ts';

/** Who is shown of more teachers than there is room for. */
export const TeacherChoice = (props: {
  readonly teachers: readonly Teacher[];
  readonly columns: readonly Teacher[];
  readonly onToggle: (teacherId: string) => void;
}) => {
  const { teachers, columns, onToggle } = props;
  const isFull = columns.length >= mostColumns;
  return (
    <details className="mb-3 rounded-card border border-line bg-card">
      <summary className="min-h-11 cursor-pointer rounded-card px-3.5 py-3">
        <b className="font-strong">
          Showing {columns.length} of {teachers.length} teachers.
        </b>{' '}
        <span className="text-ink-2">Choose up to {mostColumns}</span>
      </summary>
      <fieldset className="flex flex-wrap gap-2 px-3.5 pb-3">
        <legend className="sr-only">Teachers side by side</legend>
        {byName(teachers).map((teacher) => {
          const isShown = columns.includes(teacher);
          return (
            <button
              key={teacher.id}
              type="button"
              aria-pressed={isShown}
              disabled={!isShown && isFull}
              onClick={() => onToggle(teacher.id)}
              className={cn(
                'h-9 max-w-full truncate rounded-control border px-3 disabled:opacity-50 max-desk:h-11',
                isShown ? 'border-accent bg-accent-tint font-strong' : 'border-control bg-raised',
              )}
            >
              {teacher.name}
            </button>
          );
        })}
      </fieldset>
    </details>
  );
};
