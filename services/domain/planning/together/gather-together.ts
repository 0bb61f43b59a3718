import { laterOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { windowsOf } from '@rondo/contracts/calendar/windows.ts';
import type { JointPlan } from '@rondo/contracts/events/schedule/schedule.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { peopleById } from '@rondo/projections/lessons/queries.ts';
import type { StudentRow } from '@rondo/projections/students/queries.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import { listTeachers, type TeacherRow } from '@rondo/projections/teachers/queries.ts';
import { groupsOf } from '../../../optimizer/joint/groups.ts';
import { InvalidInput, NotFound } from '../../../platform/kit/errors.ts';
import { asRejected } from '../../schedule/plan/as-rejected.ts';
import { seriesFrom } from '../../schedule/state.ts';
import { nameAmong } from '../add-only.ts';
import { earlierReport, type Gathered, type RunOfTeacher } from '../gathered.ts';
import { gather, type RunInput } from '../instance/gather.ts';
import type { RunInstance } from '../instance/instance.ts';
import { lessonsOf, nobodyToPlace, refuseWithoutAvailability, requestedDay } from '../instance/run-input.ts';
import { loadWeek, withGrid, type PlannerServices, type Week } from '../plan-week.ts';
import { planCounts } from '../report/counts.ts';
import { alreadyPlaced, notTried } from '../report/report-students.ts';
import { firstDayOf } from '../starts-on.ts';
import { placesOf, type Places } from './places.ts';
import { jointOf } from './refusals.ts';

export type RunTogether = Omit<RunOfTeacher, 'teacherId'> & {
  /** How many students who have lessons with one of the teachers may get another of them. */
  readonly mostChanges: number;
};

/** Several teachers' weeks before they are solved together. */
export type GatheredTogether = {
  readonly joint: JointPlan;
  /** By teacher, with every student whom the teacher may teach. */
  readonly parts: readonly Gathered[];
  readonly places: ReadonlyMap<string, Places>;
};

/** The first day of each teacher's plan: teachers who share students begin on one day. */
const firstDays = (
  weeks: readonly Week[],
  teachers: readonly TeacherRow[],
  places: ReadonlyMap<string, Places>,
  request: RunTogether,
): IsoDate[] => {
  const planned = [...places].filter(([, { isPlanned }]) => isPlanned);
  const own = weeks.map(({ now, state, elsewhere }, index) =>
    firstDayOf({
      requested: requestedDay(request, now.today),
      now,
      windows: windowsOf(teachers[index]?.availability ?? []),
      lessons: lessonsOf(
        new Set(planned.flatMap(([id, place]) => (place.teachers.includes(index) ? [id] : []))),
        asRejected(state, now.today),
        elsewhere,
      ),
    }),
  );
  const members = weeks.map((_, index) =>
    planned.flatMap(([id, place]) => (place.teachers.includes(index) ? [id] : [])),
  );
  const present = Object.fromEntries(
    planned.flatMap(([id, place]) => (place.present === undefined ? [] : [[id, place.present]])),
  );
  const groups = request.moving
    ? [weeks.map((_, index) => index)]
    : groupsOf({ members, present, mostChanges: request.mostChanges });
  const latest = new Map(
    groups.flatMap((group) => {
      const day = group.flatMap((index) => own[index] ?? []).reduce(laterOf);
      return group.map((index) => [index, day] as const);
    }),
  );
  return own.map((day, index) => latest.get(index) ?? day);
};

/** The teachers whom a run names. @throws NotFound */
const teachersIn = (rows: readonly TeacherRow[], teacherIds: readonly string[]): TeacherRow[] =>
  teacherIds.map((id) => {
    const teacher = rows.find(({ teacher_id }) => teacher_id === id);
    if (!teacher) throw new NotFound('There is no such teacher.');
    return teacher;
  });

/** @throws InvalidInput, NotFound, RuleBroken while another plan of one of the teachers waits for a decision */
export const gatherTogether = async (
  services: PlannerServices,
  studioId: string,
  request: RunTogether,
): Promise<GatheredTogether> => {
  const [loaded, rows, people] = await Promise.all([
    Promise.all(request.teacherIds.map((teacherId) => loadWeek(services, studioId, teacherId))),
    listTeachers(teachersModel.read(services.models), studioId),
    peopleById(lessonsModel.read(services.models), studioId),
  ]);
  const { startGrid } = request;
  const weeks = startGrid === undefined ? loaded : loaded.map((week) => withGrid(week, startGrid));
  const teachers = teachersIn(rows, request.teacherIds);
  const nameOf = nameAmong(rows);
  const joint = jointOf(
    request.teacherIds,
    weeks.map(({ state }) => state),
    nameOf,
  );
  const [first] = weeks;
  if (!first) throw new InvalidInput('Choose at least two teachers to plan together.');
  const selected = request.studentIds.flatMap((id) => first.students.get(id) ?? []);
  if (selected.length < request.studentIds.length) throw new NotFound('There is no such student.');
  for (const teacher of teachers) refuseWithoutAvailability(teacher);
  const placesFor = placesOf({
    weeks,
    from: requestedDay(request, first.now.today) ?? first.now.today,
    mayChange: request.mostChanges > 0,
    nameOf,
  });
  const places = new Map(selected.map((student) => [student.student_id, placesFor(student)]));
  const startsOn = firstDays(weeks, teachers, places, request);
  const planned = new Set([...places].flatMap(([id, { isPlanned }]) => (isPlanned ? [id] : [])));
  const parts = await Promise.all(
    weeks.map(async (week, index): Promise<Gathered> => {
      const isHere = ({ student_id: id }: StudentRow): boolean => places.get(id)?.teachers.includes(index) === true;
      const isNamedHere = (student: StudentRow): boolean =>
        isHere(student) || (index === 0 && places.get(student.student_id)?.teachers.length === 0);
      const { state, elsewhere, closing, students } = week;
      const input = gather({
        teacher: teachers[index] ?? refuseNoTeacher(),
        startsOn: startsOn[index] ?? week.now.today,
        selected: selected.filter(isNamedHere),
        belongsHere: isHere,
        state,
        inUse: week.inUse,
        holds: week.holds,
        today: week.now.today,
        elsewhere,
        closing,
        nameOf,
        together: { planned, reasonAgainst: (id) => places.get(id)?.reason ?? null },
      });
      if (input.students.length === 0) throw new InvalidInput(nobodyToPlace(input));
      const everyone = [...planned].flatMap((id) => students.get(id) ?? []);
      // Series with the other teachers of the run are ended by their own parts of the plan.
      const own = { ...input, endsElsewhere: [] };
      const earlier = await earlierReport(services, week, { ...own, students: everyone });
      return gatheredOf(week, { teachers: rows, people }, own, { earlier, selected: selected.filter(isNamedHere) });
    }),
  );
  return { joint, parts, places };
};

const refuseNoTeacher = (): never => {
  throw new NotFound('There is no such teacher.');
};

const gatheredOf = (
  week: Week,
  around: Pick<Gathered, 'teachers' | 'people'>,
  input: RunInput,
  { earlier, selected }: { readonly earlier: Gathered['source']['earlier']; readonly selected: readonly StudentRow[] },
): Gathered => {
  const source = { input, earlier, students: week.students };
  return {
    week,
    ...around,
    input,
    selected: selected.map(({ student_id }) => student_id),
    source,
    countsIn: (run: RunInstance) =>
      planCounts({ ...source, run, already: alreadyPlaced(source), without: notTried(source) }),
  };
};

/** A teacher's week with the students whom a joint plan gives to the teacher, and those of the run whom the teacher loses. */
export const partWith = (
  part: Gathered,
  planned: readonly string[],
  isKept: (studentId: string) => boolean,
): { readonly part: Gathered; readonly leaving: string[] } => {
  const { week, teachers, people, input, selected, source } = part;
  const students = input.students.filter(({ student_id }) => isKept(student_id));
  const ownIds = new Set(students.map(({ student_id }) => student_id));
  const had = new Set(
    seriesFrom(week.state, input.startsOn).flatMap(({ source: kind, studentId }) =>
      kind === 'optimized' && studentId !== null ? [studentId] : [],
    ),
  );
  const inRun = new Set(input.students.map(({ student_id }) => student_id));
  const named = selected.flatMap((id) => (ownIds.has(id) || !inRun.has(id) ? (week.students.get(id) ?? []) : []));
  return {
    part: gatheredOf(week, { teachers, people }, { ...input, students }, { earlier: source.earlier, selected: named }),
    leaving: planned.filter((id) => had.has(id) && !ownIds.has(id)),
  };
};
