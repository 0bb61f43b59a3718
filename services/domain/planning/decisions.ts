import { laterOf, shortDayName, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatTime } from '@rondo/contracts/calendar/times.ts';
import { clash, isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { windowsOf } from '@rondo/contracts/calendar/windows.ts';
import type { EventCategory } from '@rondo/contracts/events/event.ts';
import type { ScheduleEvent, scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import type { WeeklyLesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { isPinnedFor } from '@rondo/contracts/lessons/pins.ts';
import { peopleById, type PersonRow } from '@rondo/projections/lessons/queries.ts';
import { findReport, type ReportRow } from '@rondo/projections/reports/queries.ts';
import { listTeachers } from '@rondo/projections/teachers/queries.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { reportsModel } from '@rondo/projections/reports/project.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import type { Executed } from '../../platform/commands/command-handler.ts';
import { NotFound, DomainError } from '../../platform/kit/errors.ts';
import type { Services } from '../../platform/kit/services.ts';
import { optimizedSeriesOf } from '../schedule/people.ts';
import { acceptPlan, rejectPlan, withdrawGenerated } from '../schedule/plan/plan-decision.ts';
import { titlesFrom } from '../schedule/lookup/student-times.ts';
import type { SeriesElsewhere } from '../schedule/edit/taking-over.ts';
import { seriesFrom, type ScheduleState } from '../schedule/state.ts';
import { recordReportDeleted } from '../schedule/reports/state.ts';
import { loadSchedule, onSchedule } from '../schedule/schedules.ts';
import { closuresNow } from '../schedule/time-off/closures.ts';
import { studioNow } from '../studio/clock.ts';
import { closedPlanStart } from './closed-first-day.ts';

type DecisionServices = Pick<Services, 'handlers' | 'models' | 'settingsOf' | 'now'>;

/** @throws NotFound */
const reportOf = async ({ models }: DecisionServices, studioId: string, reportId: string): Promise<ReportRow> => {
  const report = await findReport(reportsModel.read(models), studioId, reportId);
  if (!report) throw new NotFound('There is no such report.');
  return report;
};

const overlapsOf = (
  state: ScheduleState,
  series: WeeklyLesson,
  today: IsoDate,
  people: ReadonlyMap<string, PersonRow>,
): string[] => {
  const nameOf = titlesFrom(people, 'An appointment');
  return seriesFrom(state, today)
    .filter((other) => other.dayOfWeek === series.dayOfWeek && clash(other, series))
    .map(
      (other) =>
        `${nameOf(series)} (${shortDayName(series.dayOfWeek)} ${formatTime(series.start)}) overlaps ${nameOf(other)} (${formatTime(other.start)}).`,
    );
};

/** Restored lessons that now overlap something, as text. */
const conflictsOf = async (
  services: DecisionServices,
  studioId: string,
  teacherId: string,
  events: readonly ScheduleEvent[],
  today: IsoDate,
): Promise<string[]> => {
  const back = events
    .flatMap((event) => (event.type === 'LessonReinstated' ? [event.data.lesson] : []))
    .filter(isWeekly);
  if (back.length === 0) return [];
  const { state } = await loadSchedule(services, studioId, teacherId);
  const people = await peopleById(lessonsModel.read(services.models), studioId);
  return back.flatMap((series) => overlapsOf(state, series, today, people));
};

/** The optimized series of a plan's students with other teachers, as of those schedules now; pinned ones stay. */
const seriesElsewhere = async (
  services: DecisionServices,
  studioId: string,
  teacherId: string,
  today: IsoDate,
): Promise<SeriesElsewhere[]> => {
  const { state } = await loadSchedule(services, studioId, teacherId);
  const studentIds = new Set(state.plan?.entries.keys());
  const firstDay = laterOf(today, state.plan?.startsOn ?? today);
  if (studentIds.size === 0) return [];
  const named = state.plan?.endsElsewhere.map((series) => series.teacherId) ?? [];
  const teachers = await listTeachers(teachersModel.read(services.models), studioId);
  const others = new Set([...teachers.map(({ teacher_id }) => teacher_id), ...named]);
  others.delete(teacherId);
  const found = await Promise.all(
    [...others].map(async (other) => {
      const elsewhere = await loadSchedule(services, studioId, other);
      return optimizedSeriesOf(elsewhere.state, studentIds, today)
        .filter((series) => !isPinnedFor(series, firstDay))
        .map((series) => ({ teacherId: other, series }));
    }),
  );
  return found.flat();
};

/** What is said of an accepted plan whose first day is closed; null when it is not. */
const closedStart = async (
  services: DecisionServices,
  plan: { readonly studioId: string; readonly teacherId: string; readonly startsOn: IsoDate },
  events: readonly ScheduleEvent[],
): Promise<string | null> => {
  const { studioId, teacherId, startsOn } = plan;
  const closures = await closuresNow(services, studioId);
  if (closures.length === 0) return null;
  const [{ state }, teachers] = await Promise.all([
    loadSchedule(services, studioId, teacherId),
    listTeachers(teachersModel.read(services.models), studioId),
  ]);
  const teacher = teachers.find(({ teacher_id }) => teacher_id === teacherId);
  const accepted = new Set(events.flatMap((event) => (event.type === 'LessonKept' ? event.data.lessonId : [])));
  const lessons = [...state.lessons.values()].filter(isWeekly).filter(({ lessonId }) => accepted.has(lessonId));
  return closedPlanStart({ teacherId, windows: windowsOf(teacher?.availability ?? []), closures }, startsOn, lessons);
};

/** Accepts or rejects a plan. @throws NotFound, RuleBroken */
export const decide = async (
  services: DecisionServices,
  context: CommandContext,
  reportId: string,
  status: 'accepted' | 'rejected',
) => {
  const { studioId } = context;
  const { teacher_id: teacherId, starts_on: startsOn } = await reportOf(services, studioId, reportId);
  const { today } = await studioNow(services, studioId);
  const elsewhere = status === 'accepted' ? await seriesElsewhere(services, studioId, teacherId, today) : [];
  const executed = await onSchedule(services, context, teacherId, {
    input: { reportId, status },
    decide: status === 'accepted' ? acceptPlan({ reportId, today, elsewhere }) : rejectPlan({ reportId, today }),
  });
  const header = executed.events.find((event) => event.type === 'ScheduleRejected');
  return {
    executed,
    conflicts: await conflictsOf(services, studioId, teacherId, executed.events, today),
    fellAway: header?.data.fellAway ?? [],
    closedFirstDay:
      status === 'accepted' ? await closedStart(services, { studioId, teacherId, startsOn }, executed.events) : null,
  };
};

/** Withdraws the plans of these teachers, one append each; a domain error is listed, and the others continue. */
export const withdraw = async (services: DecisionServices, context: CommandContext, teacherIds: readonly string[]) => {
  const { today } = await studioNow(services, context.studioId);
  const done: Executed<typeof scheduleEvents>[] = [];
  const failed: { teacherId: string; detail: string }[] = [];
  for (const teacherId of teacherIds) {
    try {
      const command = { input: { teacherId }, decide: withdrawGenerated({ today }) };
      done.push(await onSchedule(services, context, teacherId, command));
    } catch (error) {
      if (!(error instanceof DomainError) || teacherIds.length === 1) throw error;
      failed.push({ teacherId, detail: error.message });
    }
  }
  const removed = done.flatMap(({ events }) => events).filter(({ type }) => type === 'LessonEnded').length;
  return { done, failed, removed };
};

/** Deletes a report; a pending plan is withdrawn first. @throws NotFound */
export const deleteReport = async (
  services: DecisionServices,
  context: CommandContext,
  reportId: string,
): Promise<Executed<EventCategory>[]> => {
  const { studioId } = context;
  const { teacher_id: teacherId, status, withdrawn } = await reportOf(services, studioId, reportId);
  const { today } = await studioNow(services, studioId);
  const executed: Executed<EventCategory>[] = [];
  // Each report and each schedule is a stream of its own, so that one command, and one batch, covers them all.
  if (status === 'pending' && !withdrawn)
    executed.push(
      await onSchedule(services, context, teacherId, {
        input: { withdraws: reportId },
        decide: (state) => (state.plan?.reportId === reportId ? withdrawGenerated({ today })(state) : []),
      }),
    );
  return [...executed, await recordReportDeleted(services, context, reportId)];
};
