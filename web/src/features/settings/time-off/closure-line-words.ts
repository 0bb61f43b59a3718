import type { Closure } from '@rondo/contracts/api/studio/closures.ts';
import { counted, listedNames } from '../../../lib/texts.ts';

/** "63 lessons, 1 kept", "No lessons". */
export const lessonsInWords = (closure: Pick<Closure, 'lessons' | 'kept'>): string =>
  [
    closure.lessons === 0 ? 'No lessons' : counted(closure.lessons, 'lesson'),
    ...(closure.kept === 0 ? [] : [`${closure.kept}\u00a0kept`]),
  ].join(', ');

const moneyWords = {
  refund: 'Not billed',
  refundMonthlyToo: 'Not billed, nor monthly fees',
  owed: 'Billed, owed',
} as const;

export const moneyInWords = (money: Closure['money']): string => moneyWords[money];

/** "All teachers", "Dana Whitfield and Ben Ito"; one who was removed is "a former teacher". */
export const namesOf = (
  teacherIds: Closure['teacherIds'],
  teachers: readonly { readonly id: string; readonly name: string }[],
): string =>
  teacherIds === null
    ? 'All teachers'
    : listedNames(teacherIds.map((id) => teachers.find((one) => one.id === id)?.name ?? 'a former teacher'));

/** "93 lessons ahead". */
export const aheadInWords = (closures: readonly Closure[]): string => {
  const lessons = closures.filter(({ over }) => !over).reduce((sum, one) => sum + one.lessons, 0);
  return `${lessons === 0 ? 'No lessons' : counted(lessons, 'lesson')} ahead`;
};
