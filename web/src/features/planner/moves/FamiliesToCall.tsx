import type { MovesCurve } from '@rondo/contracts/events/schedule/report-content.ts';
import { shortDayName } from '@rondo/contracts/calendar/dates.ts';
import { formatTime, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { ArrowRight, Phone } from 'lucide-react';
import { counted } from '../../../lib/texts.ts';
import { useStudents, useTeachers } from '../../../calendar/queries.ts';
import type { Point } from './curve.ts';

type Place = Point['moved'][number]['lessons'][number]['from'];

const placeText = ({ dayOfWeek, startTime }: Place): string =>
  `${shortDayName(dayOfWeek)} ${formatTime(toMinutes(startTime))}`;

const Lesson = (props: {
  readonly studentId: string;
  readonly name: string;
  readonly from: Place;
  readonly to: Place | null;
}) => {
  const { studentId, name, from, to } = props;
  const phone = useStudents().find(({ id }) => id === studentId)?.phone ?? null;
  const teachers = useTeachers();
  const withTeacher = ({ teacherId }: Place): string => {
    const name = from.teacherId === to?.teacherId ? undefined : teachers.find(({ id }) => id === teacherId)?.name;
    return name === undefined ? '' : ` with ${name}`;
  };
  return (
    <li className="grid min-h-10 grid-cols-[20px_168px_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line-soft last:border-b-0 max-desk:grid-cols-[20px_minmax(0,1fr)_auto] max-desk:gap-y-0.5 max-desk:py-2">
      <span aria-hidden className="grid size-5 place-items-center rounded-[5px] border border-line text-ink-2">
        <Phone className="size-3" strokeWidth={1.75} />
      </span>
      <span className="truncate font-strong">{name}</span>
      <span className="flex flex-wrap items-center gap-x-2 tabular-nums max-desk:col-span-2 max-desk:col-start-2 max-desk:row-start-2">
        <s className="text-ink-3">
          {placeText(from)}
          {to && withTeacher(from)}
        </s>
        <ArrowRight aria-label="moves to" className="size-3.5 shrink-0 text-ink-3" strokeWidth={1.75} />
        {to ? `${placeText(to)}${withTeacher(to)}` : 'no place'}
      </span>
      {phone !== null && phone !== '' && (
        <a
          href={`tel:${phone}`}
          aria-label={`Call ${name}, ${phone}`}
          className="text-ink-2 tabular-nums hover:text-ink max-desk:grid max-desk:min-h-11 max-desk:items-center"
        >
          {phone}
        </a>
      )}
    </li>
  );
};

/** Whom a plan moves, from when to when, and their phone numbers. */
export const FamiliesToCall = ({ curve, point }: { readonly curve: MovesCurve; readonly point: Point }) => {
  const students = useStudents();
  const stay = Math.max(0, curve.families - point.moved.length);
  const nameOf = (studentId: string, { names }: Point['moved'][number]): string =>
    students.find(({ id }) => id === studentId)?.name ?? names[0] ?? '';
  return (
    <section aria-label="Families to call" className="border-t border-line">
      <div className="flex min-h-11 items-center gap-x-3 max-desk:block max-desk:py-2">
        <h3 className="font-strong whitespace-nowrap">Families to call</h3>
        <p className="text-ink-2">
          {counted(stay, 'family')} {stay === 1 ? 'keeps its time' : 'keep their times'}. Brothers and sisters count as
          one family.
        </p>
      </div>
      <ul className="border-t border-line-soft empty:hidden">
        {point.moved.flatMap((family) =>
          family.lessons.map((lesson) => (
            <Lesson
              key={`${lesson.studentId} ${lesson.from.dayOfWeek} ${lesson.from.startTime}`}
              name={nameOf(lesson.studentId, family)}
              {...lesson}
            />
          )),
        )}
      </ul>
    </section>
  );
};
