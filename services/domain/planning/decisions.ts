import { laterOf, shortDayName, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatTime } from '@rondo/contracts/calendar/times.ts';
import { clash, isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { windowsOf } from '@rondo/contracts/calendar/windows.ts';
import type { EventCategory } from '@rondo/contracts/events/event.ts';
import type { ScheduleEvent, scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import type { WeeklyLesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { isPinnedFor } from '@rondo/contracts/lessons/pins.ts';
import { peopleById, type PersonRow } from '@rondo/projections/lessons/queries.ts';
import { findReport, reportsOfRun, type ReportRow } from '@rondo/projections/reports/queries.ts';
import { listTeachers } from '@rondo/projections/teachers/queries.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { reportsModel } from '@rondo/projections/reports/project.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import type { Executed } from '../../platform/commands/command-handler.ts';
import { DomainError, NotFound, RuleBroken } from '../../platform/kit/errors.ts';
import type { Services } from '../../platform/kit/services.ts';
import { teacherStream } from '../people/roster.ts';
import { optimizedSeriesOf } from '../schedule/people.ts';
import { carryDecision, decisionIn, followDecision } from '../schedule/plan/joint-decision.ts';
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
  // Those of a joint plan end what they lose themselves.
  for (const own of [teacherId, ...(state.plan?.joint?.teacherIds ?? [])]) others.delete(own);
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

/** The same for the others of a joint plan that a lead decides. */
const seriesOfOthers = async (services: DecisionServices, studioId: string, lead: string, today: IsoDate) => {
  const { plan } = (await loadSchedule(services, studioId, lead)).state;
  const others = (plan?.joint?.teacherIds ?? []).filter((teacherId) => teacherId !== lead);
  const found = await Promise.all(
    others.map(async (partOf) =>
      (await seriesElsewhere(services, studioId, partOf, today)).map(({ teacherId, series: { lessonId } }) => ({
        partOf,
        teacherId,
        lessonId,
      })),
    ),
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

/**
 * The report in whose schedule a plan is decided: of a joint plan that waits for a decision the lead's.
 * @throws RuleBroken while the lead's decision is on its way
 */
const decidedReport = async (services: DecisionServices, studioId: string, row: ReportRow) => {
  const { report_id: reportId, teacher_id: teacherId, run_id: runId } = row;
  const { plan } = (await loadSchedule(services, studioId, teacherId)).state;
  const own = { reportId, teacherId, startsOn: row.starts_on };
  if (plan?.reportId !== reportId || !plan.joint || plan.joint.lead === teacherId) return own;
  const { lead } = plan.joint;
  const { state } = await loadSchedule(services, studioId, lead);
  if (state.plan?.runId !== runId) {
    // A lead who was removed has dropped out: what is left of the plan is decided where it waits.
    if ((await services.handlers.teacher.load(teacherStream(studioId, lead))).state === null) return own;
    throw new RuleBroken('This plan was decided a moment ago. Please look again.');
  }
  return { reportId: state.plan.reportId, teacherId: lead, startsOn: state.plan.startsOn };
};

/** Carries a decision of a lead to the other teachers of a joint plan, by teacher. */
const carried = async (
  services: DecisionServices,
  context: CommandContext,
  lead: string,
  events: readonly ScheduleEvent[],
) => {
  const decision = decisionIn(events);
  if (!decision) return [];
  const done = await carryDecision(services, context, lead, decision);
  const others = decision.teacherIds.filter((teacherId) => teacherId !== lead);
  return done.map((executed, index) => ({ teacherId: others[index] ?? '', executed }));
};

/** Rejects the other reports of a joint plan that was withdrawn: nothing is left to reject but the reports. */
const rejectedWithdrawn = async (services: DecisionServices, context: CommandContext, row: ReportRow) => {
  if (!row.content.joint) return [];
  const { today } = await studioNow(services, context.studioId);
  const rows = await reportsOfRun(reportsModel.read(services.models), context.studioId, row.run_id);
  const done = [];
  for (const { report_id: reportId, teacher_id: teacherId, withdrawn } of rows)
    if (withdrawn && reportId !== row.report_id)
      done.push({
        teacherId,
        executed: await onSchedule(services, context, teacherId, {
          input: { reportId, status: 'rejected' },
          decide: (state) =>
            state.reports.get(reportId) === 'withdrawn' ? rejectPlan({ reportId, today })(state) : [],
        }),
      });
  return done;
};

/** Accepts or rejects a plan; of several teachers together for all of them. @throws NotFound, RuleBroken */
export const decide = async (
  services: DecisionServices,
  context: CommandContext,
  decidedId: string,
  status: 'accepted' | 'rejected',
) => {
  const { studioId } = context;
  const row = await reportOf(services, studioId, decidedId);
  const { reportId, teacherId, startsOn } = await decidedReport(services, studioId, row);
  const { today } = await studioNow(services, studioId);
  const elsewhere = status === 'accepted' ? await seriesElsewhere(services, studioId, teacherId, today) : [];
  const ofOthers = status === 'accepted' ? await seriesOfOthers(services, studioId, teacherId, today) : [];
  const executed = await onSchedule(services, context, teacherId, {
    input: { reportId, status },
    decide:
      status === 'accepted' ? acceptPlan({ reportId, today, elsewhere, ofOthers }) : rejectPlan({ reportId, today }),
  });
  const all = [
    { teacherId, executed },
    ...(await carried(services, context, teacherId, executed.events)),
    ...(row.withdrawn ? await rejectedWithdrawn(services, context, row) : []),
  ];
  const conflicts = await Promise.all(
    all.map((one) => conflictsOf(services, studioId, one.teacherId, one.executed.events, today)),
  );
  return {
    executed: all.findLast((one) => one.executed.events.length > 0)?.executed ?? executed,
    conflicts: conflicts.flat(),
    fellAway: all.flatMap((one) =>
      one.executed.events.flatMap((event) => (event.type === 'ScheduleRejected' ? event.data.fellAway : [])),
    ),
    closedFirstDay:
      status === 'accepted' ? await closedStart(services, { studioId, teacherId, startsOn }, executed.events) : null,
  };
};

/** Withdraws the joint plan of which a teacher's plan is a part, in the lead's schedule first; null where it stands alone. */
const withdrawJoint = async (
  services: DecisionServices,
  context: CommandContext,
  teacherId: string,
  today: IsoDate,
) => {
  const { plan } = (await loadSchedule(services, context.studioId, teacherId)).state;
  if (!plan?.joint) return null;
  const { lead, teacherIds } = plan.joint;
  const decision = { ...plan.joint, runId: plan.runId, on: today, outcome: 'withdrawn' as const };
  const executed = await onSchedule(services, context, lead, {
    input: { withdraws: plan.runId },
    decide: followDecision(decision),
  });
  return { teacherIds, done: [executed, ...(await carryDecision(services, context, lead, decision))] };
};

/** Withdraws the plans of these teachers, one append each; a domain error is listed, and the others continue. */
export const withdraw = async (services: DecisionServices, context: CommandContext, teacherIds: readonly string[]) => {
  const { today } = await studioNow(services, context.studioId);
  const done: Executed<typeof scheduleEvents>[] = [];
  const failed: { teacherId: string; detail: string }[] = [];
  const settled = new Set<string>();
  for (const teacherId of teacherIds) {
    if (settled.has(teacherId)) continue;
    try {
      const joint = await withdrawJoint(services, context, teacherId, today);
      if (joint) {
        done.push(...joint.done);
        for (const one of joint.teacherIds) settled.add(one);
        continue;
      }
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
  const joint = status === 'pending' && !withdrawn ? await withdrawJoint(services, context, teacherId, today) : null;
  if (joint) executed.push(...joint.done);
  else if (status === 'pending' && !withdrawn)
    executed.push(
      await onSchedule(services, context, teacherId, {
        input: { withdraws: reportId },
        decide: (state) => (state.plan?.reportId === reportId ? withdrawGenerated({ today })(state) : []),
      }),
    );
  return [...executed, await recordReportDeleted(services, context, reportId)];
};
