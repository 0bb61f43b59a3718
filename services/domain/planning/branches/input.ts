import type { BranchChangeInput } from '@rondo/contracts/api/branches/branches.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import type { BranchChange } from '@rondo/contracts/events/branches/branch.ts';
import { rateProblem } from '@rondo/contracts/money/money.ts';
import { InvalidInput, NotFound } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { toWindows } from '../../people/availability.ts';
import { locate } from '../../people/locate.ts';
import type { StudioRows } from './rows.ts';

type Here = { readonly studioId: string; readonly rows: StudioRows; readonly commandId: string };

/** A change as a form sends it, with places located. @throws NotFound for a person or a lesson that the branch does not have, InvalidInput */
export const readChange = async (
  { maps }: Pick<Services, 'maps'>,
  { studioId, rows, commandId }: Here,
  typed: BranchChangeInput,
): Promise<BranchChange> => {
  const known = (studentId: string): string => {
    if (!rows.students.has(studentId)) throw new NotFound('There is no such student.');
    return studentId;
  };
  const teaches = (teacherId: string): string => {
    if (!rows.teachers.some(({ teacher_id }) => teacher_id === teacherId))
      throw new NotFound('There is no such teacher.');
    return teacherId;
  };
  const teachers = (ids: readonly string[]): string[] => [...new Set(ids)].map(teaches);
  switch (typed.kind) {
    case 'studentHours':
      return { ...typed, studentId: known(typed.studentId), availability: toWindows(commandId, typed.availability) };
    case 'teacherHours':
      return { ...typed, teacherId: teaches(typed.teacherId), availability: toWindows(commandId, typed.availability) };
    case 'length':
      return { ...typed, studentIds: [...new Set(typed.studentIds)].map(known) };
    case 'teachers':
      return { ...typed, studentId: known(typed.studentId), teacherIds: teachers(typed.teacherIds) };
    case 'leaves':
      return { ...typed, studentId: known(typed.studentId) };
    case 'joins': {
      const { perLessonRate, teacherIds, availability, ...details } = typed;
      const { currency } = rows.settings;
      const problem = typeof perLessonRate === 'number' ? rateProblem(perLessonRate, currency) : null;
      if (problem !== null) throw new InvalidInput(problem, [{ pointer: '/change/perLessonRate', detail: problem }]);
      const address = { address: typed.address ?? null, city: typed.city ?? null, zipCode: typed.zipCode ?? null };
      if (address.address === null && address.zipCode === null) {
        const detail = 'Please enter an address or a ZIP code.';
        throw new InvalidInput(detail, [{ pointer: '/change/address', detail }]);
      }
      return {
        ...details,
        ...(await locate(maps.mapsFor(studioId), address)),
        teacherIds: teachers(teacherIds),
        availability: toWindows(commandId, availability),
        perLessonRateCents: typeof perLessonRate === 'number' ? Math.round(perLessonRate * 100) : null,
      };
    }
    case 'pin': {
      const row = rows.taught.find(({ lesson }) => lesson.lessonId === typed.lessonId && isWeekly(lesson));
      if (!row) throw new NotFound('There is no such weekly lesson.');
      return { ...typed, teacherId: row.teacherId };
    }
    case 'home': {
      const place = await locate(maps.mapsFor(studioId), { address: typed.address, city: null, zipCode: null });
      return { ...typed, ...place, teacherId: teaches(typed.teacherId), address: typed.address };
    }
  }
};
