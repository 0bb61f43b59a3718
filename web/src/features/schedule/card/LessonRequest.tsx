import type { RequestEntry } from '@rondo/contracts/api/calendars/time-requests.ts';
import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { Link } from 'react-router-dom';
import { read } from '../../../api/queries.ts';
import { settingsQuery } from '../../../api/settings.ts';
import { factLink } from '../../../ui/lists/facts.tsx';

/** Asked again each time a card opens: families ask without a call of this browser. */
const openRequests = { ...read('GET /api/requests', { query: { open: 'true', limit: 50 } }), staleTime: 0 } as const;

type Lesson = {
  readonly studentId: string | null;
  readonly teacherId: string;
  readonly date: string;
  readonly startTime: string;
};

/** The request of a lesson's family for another time that waits, if there is one. */
export const requestFor = (
  requests: readonly Pick<RequestEntry, 'student' | 'lesson' | 'state' | 'family'>[],
  { studentId, teacherId, date, startTime }: Lesson,
) =>
  requests.find(
    ({ student, lesson, state }) =>
      (state === 'open' || state === 'offered') &&
      !lesson.owed &&
      student.id === studentId &&
      lesson.teacherId === teacherId &&
      lesson.date === date &&
      lesson.startTime === startTime,
  );

/** Says that a lesson's family asks for another time, and leads to the answer; nothing where none does. */
export const LessonRequest = (lesson: Lesson) => {
  const { data: settings } = useQuery(settingsQuery);
  const { data } = useQuery({
    ...openRequests,
    enabled: settings?.familyRequest === true && lesson.studentId !== null,
  });
  const request = requestFor(data?.entries ?? [], lesson);
  if (!request) return null;
  return (
    <p className="flex gap-2 text-accent">
      <Clock aria-hidden className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
      <Link to="/families" className={factLink}>
        {request.state === 'open'
          ? `${request.family.asked} asks for another time`
          : `Other times are offered to ${request.family.asked}`}
      </Link>
    </p>
  );
};
