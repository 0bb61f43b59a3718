import type { DayOfWeek } from '@rondo/contracts/calendar/dates.ts';
import { calendarEvents } from '@rondo/contracts/events/calendar.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { annLee, danaWhitfield } from '@rondo/projections/testing/people-facts.ts';
import { deleteBackup, takeBackup } from '../../domain/history/backups/state.ts';
import { tieName } from '../../domain/calendars/in/state.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import type { Executed } from '../../platform/commands/command-handler.ts';
import { derivedId } from '../../platform/commands/ids.ts';
import type { Step } from '../../domain/lessons/testing/steps.ts';
import {
  assignTeacher,
  changeStudent,
  registerStudent,
  removeStudent,
  setTeachers,
  unassignTeacher,
} from '../../domain/people/student.ts';
import { changeTeacher, registerTeacher, removeTeacher } from '../../domain/people/teacher.ts';
import { recordReportDeleted, recordWish } from '../../domain/schedule/reports/state.ts';
import { withdrawGenerated } from '../../domain/schedule/plan/plan-decision.ts';
import { forgetSample, loadSample, tellFamilies } from '../../domain/studio/studio.ts';
import { onFamilies } from './family-acts.ts';
import type { StudioInMemory } from './studio-in-memory.ts';

/** Actions on people, and what else a studio has one by one. */
export const peopleSteps = [
  'add student',
  'import students',
  'change student',
  'change availability',
  'assign',
  'unassign',
  'set teachers',
  'remove student',
  'add teacher',
  'change teacher',
  'change hours',
  'remove teacher',
  'ask family or delete report',
  'sample',
  'take backup',
  'delete backup',
  'tie name',
  'tell families',
  'make family',
  'change family',
  'move to family',
  'delete family',
  'dismiss family',
] as const;
export type PeopleStep = Omit<Step, 'kind'> & { readonly kind: (typeof peopleSteps)[number] };

/** What commands append; null when there was nothing to do. */
export type Done = readonly Pick<Executed<never>, 'batchId'>[];

/** An hour and a half in which someone is available. */
export const window = (id: string, dayOfWeek: DayOfWeek, hour: number) => ({
  id,
  dayOfWeek,
  start: hour * 60,
  end: hour * 60 + 90,
  enabled: true,
  isPreferred: false,
});

/** Keeps what a family was asked, every third time, or deletes the report. */
const onReport = async (
  studio: StudioInMemory,
  { nth, dayOfWeek }: PeopleStep,
  context: CommandContext,
): Promise<Done> => {
  const listed = studio.reportRows().filter(({ status, deleted }) => status !== null && !deleted);
  const report = listed[nth % Math.max(listed.length, 1)];
  if (!report) return [];
  const { report_id: id, teacher_id: teacherId, status, withdrawn } = report;
  if (nth % 3 === 0)
    return [
      await recordWish(studio.services, context, id, {
        studentId: studio.present().students[0] ?? 'nobody',
        window: { dayOfWeek, startTime: '16:00', endTime: '17:00' },
      }),
    ];
  const done = [];
  if (status === 'pending' && !withdrawn)
    done.push(
      await studio.schedules.execute(studio.studioId, teacherId, context, {
        input: id,
        decide: (state) => (state.plan?.reportId === id ? withdrawGenerated({ today: studio.today() })(state) : []),
      }),
    );
  return [...done, await recordReportDeleted(studio.services, context, id)];
};

const onSample = async (studio: StudioInMemory, nth: number, context: CommandContext): Promise<Done> => {
  const decide = nth % 2 === 0 ? loadSample(context.commandId) : forgetSample;
  return [await studio.studios.handler.execute(`studio-${studio.studioId}`, context, { input: nth, decide })];
};

const backup = { name: 'Fall', description: null, counts: { students: 3, teachers: 2, lessons: 1 } };

const onBackups = async (
  { backups, studioId }: StudioInMemory,
  context: CommandContext,
  decide: Parameters<StudioInMemory['backups']['execute']>[2]['decide'],
): Promise<Done> => [await backups.execute(`backups-${studioId}`, context, { input: 'backup', decide })];

/** Two cards of a file become students, whom a reactor then locates; each is a command of its own in one batch. */
const importStudents = ({ roster, studioId }: StudioInMemory, nth: number, context: CommandContext): Promise<Done> => {
  const short = context.commandId.slice(0, 8);
  const homes = ['100 Main St, Austin, TX 78704', nth % 2 === 0 ? '' : 'an unknown place'];
  return Promise.all(
    homes.map((address, i) => {
      const studentId = `I${i}-${short}`;
      const details = { ...annLee, firstName: studentId, address, city: null, zipCode: null, location: null };
      return roster.students.execute(
        roster.studentStream(studioId, studentId),
        { ...context, commandId: derivedId(context.commandId, `card ${i}`), batchId: context.commandId },
        { input: address, decide: registerStudent({ studentId, details, availability: [], origin: 'vcard' }) },
      );
    }),
  );
};

/** Carries out one of these actions. */
export const onPeople = async (studio: StudioInMemory, step: PeopleStep, context: CommandContext): Promise<Done> => {
  const { studioId, roster } = studio;
  const { kind, teacher, nth, dayOfWeek, hour } = step;
  const short = context.commandId.slice(0, 8);
  const present = studio.present();
  const studentId =
    kind === 'add student' ? `S-${short}` : (present.students[nth % present.students.length] ?? 'nobody');
  const teacherId = kind === 'add teacher' ? `T ${short}` : teacher;
  const assignmentId = `assignment ${short}`;
  const ofStudent = async (decide: Parameters<typeof roster.students.execute>[2]['decide']): Promise<Done> => [
    await roster.students.execute(roster.studentStream(studioId, studentId), context, { input: step, decide }),
  ];
  const ofTeacher = async (decide: Parameters<typeof roster.teachers.execute>[2]['decide']): Promise<Done> => [
    await roster.teachers.execute(roster.teacherStream(studioId, teacherId), context, { input: step, decide }),
  ];
  const availability = [window(short, dayOfWeek, hour)];
  const unchanged = { changes: {}, availability: undefined, revision: undefined };
  switch (kind) {
    case 'add student':
      return ofStudent(registerStudent({ studentId, details: { ...annLee, firstName: studentId }, availability }));
    case 'import students':
      return importStudents(studio, nth, context);
    case 'change student':
      return ofStudent(
        changeStudent({ ...unchanged, changes: { phone: `${hour}`, notes: nth % 3 === 0 ? null : `Note ${nth}` } }),
      );
    case 'change availability':
      return ofStudent(changeStudent({ ...unchanged, availability }));
    case 'assign':
      return present.teachers.includes(teacherId) ? ofStudent(assignTeacher({ assignmentId, teacherId })) : [];
    case 'unassign':
      return ofStudent(unassignTeacher(teacherId));
    case 'set teachers':
      return ofStudent(
        setTeachers(
          present.teachers.slice(nth).map((id, i) => ({ assignmentId: `${assignmentId} ${i}`, teacherId: id })),
        ),
      );
    case 'remove student':
      return ofStudent(removeStudent(studio.today()));
    case 'add teacher':
      return ofTeacher(registerTeacher({ teacherId, details: { ...danaWhitfield, name: teacherId }, availability }));
    case 'change teacher':
      return ofTeacher(
        changeTeacher({ ...unchanged, changes: { phone: `${hour}`, minutesBetween: nth % 3 === 0 ? null : nth % 31 } }),
      );
    case 'change hours':
      return ofTeacher(changeTeacher({ ...unchanged, availability }));
    case 'remove teacher':
      return ofTeacher(removeTeacher(studio.today()));
    case 'ask family or delete report':
      return onReport(studio, step, context);
    case 'sample':
      return onSample(studio, nth, context);
    case 'tie name': {
      const tie = { name: nth % 2 === 0 ? 'Make-up for AL' : 'make-up for al', studentId: nth < 4 ? studentId : null };
      const stream = streamName(calendarEvents, studioId, teacherId);
      return [await studio.calendars.execute(stream, context, { input: tie, decide: tieName(tie) })];
    }
    case 'tell families': {
      const informed = { studentIds: present.students.slice(nth % 2), until: new Date().toISOString() };
      const decide = tellFamilies(informed);
      return [await studio.studios.handler.execute(`studio-${studioId}`, context, { input: informed, decide })];
    }
    case 'make family':
    case 'change family':
    case 'move to family':
    case 'delete family':
    case 'dismiss family':
      return onFamilies(studio, { ...step, kind }, context);
    case 'take backup':
      return onBackups(studio, context, takeBackup({ ...backup, backupId: `backup ${short}` }));
    case 'delete backup': {
      const listed = studio.listedBackups();
      const backupId = listed[nth % Math.max(listed.length, 1)];
      return backupId === undefined ? [] : onBackups(studio, context, deleteBackup(backupId));
    }
  }
};
