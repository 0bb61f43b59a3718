import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { useTeachers } from '../../../calendar/queries.ts';
import { closuresQuery } from '../../../calendar/time-off/closures.ts';
import { toast } from '../../../ui/overlays/toast.tsx';
import type { OpenDialog } from '../address.ts';

const ClosureDialog = lazy(() => import('../../../calendar/time-off/ClosureDialog.tsx'));

const NoClosure = ({ onClose }: { readonly onClose: () => void }) => {
  useEffect(() => {
    toast({ title: 'This time off no longer exists.', tone: 'neutral' });
    onClose();
    // Only once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return null;
};

const Existing = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const { data, isFetching } = useQuery(closuresQuery);
  const closure = data?.find((one) => one.id === id);
  if (closure) return <ClosureDialog closure={closure} onClose={onClose} />;
  return data && !isFetching ? <NoClosure onClose={onClose} /> : null;
};

/** Closes days of the week or the day that is open, or changes what is closed there. */
export const CloseDays = (props: {
  readonly open: OpenDialog;
  /** Its Monday; null over a day. */
  readonly week: IsoDate | null;
  readonly day: IsoDate;
  readonly teacher: Teacher;
  readonly today: IsoDate;
  readonly onClose: () => void;
}) => {
  const { open, week, day, teacher, today, onClose } = props;
  const isSick = open.ask === 'sick';
  const only = useTeachers().length < 2;
  const first = isSick ? today : (week ?? day);
  const last = week === null || isSick ? first : addDays(week, 6);
  // What is past of this week stays as it is.
  const from = first < today && last >= today ? today : first;
  return (
    <Suspense>
      {open.lessonId === null ? (
        <ClosureDialog
          closure={{
            from,
            to: last,
            teacherIds: only && !isSick ? null : [teacher.id],
            kind: isSick ? 'sick' : 'holiday',
          }}
          isSick={isSick}
          onClose={onClose}
        />
      ) : (
        <Existing id={open.lessonId} onClose={onClose} />
      )}
    </Suspense>
  );
};
