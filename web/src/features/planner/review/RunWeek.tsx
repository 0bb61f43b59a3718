import { useMemo } from 'react';
import { useToday } from '../../../api/today.ts';
import { useStudents, useTeachers } from '../../../calendar/queries.ts';
import { WeekMiniature } from '../../../calendar/week-view/WeekMiniature.tsx';
import type { UnderWay } from '../commands.ts';
import { plannedWeek } from '../model/planned-week.ts';

type Week = NonNullable<UnderWay['weeks'][string]>;

/** So many teachers' weeks are drawn at the same time; of more, the one that has just become better. */
const mostAtOnce = 3;

const OneWeek = ({ week, teacherId, isNamed }: { week: Week; teacherId: string; isNamed: boolean }) => {
  const teacher = useTeachers().find(({ id }) => id === teacherId) ?? null;
  const students = useStudents();
  const today = useToday();
  const days = useMemo(() => {
    const plain = { homeKnown: true, minutesBetween: 0, approximateDriving: false, withdrawn: false };
    return plannedWeek({ ...plain, week, startsOn: today, status: 'pending' }, teacher, students);
  }, [week, teacher, students, today]);
  return (
    <section aria-label={`Best week so far${teacher ? `, ${teacher.name}` : ''}`} className="grid gap-2">
      {isNamed && <h3 className="font-strong">{teacher?.name}</h3>}
      <WeekMiniature days={days} />
    </section>
  );
};

/** The best week that a run has found so far, of each of its teachers. Nothing of it is saved. */
export function RunWeek({ weeks, progress }: Pick<UnderWay, 'weeks' | 'progress'>) {
  const all = Object.entries(weeks);
  const some = all.length > mostAtOnce ? all.filter(([id]) => id === progress?.teacherId) : all;
  return (
    <div className="grid gap-5">
      {some.map(([id, week]) => week && <OneWeek key={id} week={week} teacherId={id} isNamed={all.length > 1} />)}
    </div>
  );
}
