import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { read } from '../api/queries.ts';
import { goTo } from '../lib/page/navigation.ts';
import type { ToastAction } from '../ui/overlays/toast.tsx';

/** Milliseconds between two reads while the page is visible: calendars change lessons without anyone's click. */
const readEvery = 60_000;

/** How many families do not know of changes yet. */
export const untoldCountQuery = { ...read('GET /api/changes/count', {}), refetchInterval: readEvery } as const;

/** The page of changes, at a student's family. */
export const changesPath = (studentId: string): string => `/changes?student=${encodeURIComponent(studentId)}`;

/** "the Parks", "the Joneses"; "Wei’s family" where a last name has no English plural. */
export const familyName = ({
  firstName,
  lastName,
}: {
  readonly firstName: string;
  readonly lastName: string;
}): string => {
  if (!/^[\p{Script=Latin}\p{M}’' -]+$/u.test(lastName)) return `${firstName}’s family`;
  return `the ${lastName}${/(?:[sxz]|ch|sh)$/i.test(lastName) ? 'es' : 's'}`;
};

/** "Tell the Parks": what a toast offers beside Undo; nothing for an appointment. */
export const offerToTell = ({ student }: Pick<CalendarLesson, 'student'>): readonly ToastAction[] =>
  student ? [{ label: `Tell ${familyName(student)}`, run: () => goTo(changesPath(student.id)) }] : [];
