import { instantAt } from '@rondo/contracts/calendar/instants.ts';
import { noticeInWords } from '@rondo/contracts/policy/words.ts';
import type { QueuedMessage } from '@rondo/contracts/events/schedule/messages.ts';
import { feedsModel } from '@rondo/projections/feeds/project.ts';
import { feedPeople } from '@rondo/projections/feeds/queries.ts';
import { householdsModel } from '@rondo/projections/households/project.ts';
import { messagesModel } from '@rondo/projections/messages/project.ts';
import { queuedIds, type MessageRow } from '@rondo/projections/messages/queries.ts';
import { notificationsModel } from '@rondo/projections/notifications/project.ts';
import { familyActsSince, findNotification, type NotificationRow } from '@rondo/projections/notifications/queries.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { studiosModel } from '@rondo/projections/studios/project.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import { findTeacher } from '@rondo/projections/teachers/queries.ts';
import { derivedId } from '../../../../../platform/commands/ids.ts';
import { familyAuthor } from '../../../../people/households/family-author.ts';
import { standingRequests } from '../../../../schedule/requests/standing.ts';
import { closuresNow } from '../../../../schedule/time-off/closures.ts';
import { studioNow } from '../../../../studio/clock.ts';
import { datesOfFamily, type Dated } from '../../dates.ts';
import { familiesOf, firstNames } from '../../recipients.ts';
import { answerLetter, receiptLetter, teacherLetter, type FamilyAct, type Frame, type Letter } from '../letters.ts';
import { isReady, mayMail, queueAll, type DeliveryServices } from '../queueing.ts';
import { mailTo, reachOf, type Mailable } from '../reach.ts';

// What a family does on its page is mailed to the lesson's teacher, and a cancellation, as well as the teacher's answer, to all of the family who
// get the schedule. All follow from the notification of it: what has one and no message is queued, so that neither a kill nor a second process
// loses or repeats one.

const day = 24 * 60 * 60 * 1000;
const read = [studiosModel, householdsModel, studentsModel, teachersModel, notificationsModel, messagesModel];

const ofAnswer = 'answer ';

/** The mail about what families of a studio did, and what their teachers answered, by one batch each. */
const mailAbout = async (
  services: DeliveryServices,
  studioId: string,
  acts: readonly NotificationRow[],
): Promise<Mailable['messages']> => {
  const [families, whyUnreached] = await Promise.all([familiesOf(services, studioId), reachOf(services, studioId)]);
  const familyOf = new Map(families.flatMap((one) => one.students.map(({ id }) => [id, one] as const)));
  const messages: Mailable['messages'][number][] = [];
  for (const act of acts) {
    const { batch_id: cause, student_id: studentId, teacher_id: teacherId } = act;
    const studentIds = studentId === null ? [] : [studentId];
    const message = (kind: 'receipt' | 'teacher', recipientId: string, email: string): QueuedMessage => ({
      messageId: derivedId(studioId, `${kind} ${cause} ${recipientId}`),
      kind,
      key: cause,
      email,
      studentIds,
      about: [act.effect === 'answered' ? `${ofAnswer}${act.request_id}` : act.notification_id],
      since: null,
      dueAt: instantAt(services.now()),
      latestAt: null,
      clicked: false,
    });
    const family = familyOf.get(studentId ?? '');
    if (family && (act.effect === 'cancelled' || act.effect === 'answered'))
      messages.push(
        ...mailTo(
          family,
          { studentIds },
          {
            but: 'invoices',
            whyUnreached: (email) => whyUnreached(email, null),
            messageTo: (recipientId, email) => message('receipt', recipientId, email),
          },
        ).messages,
      );
    if (act.effect === 'answered') continue;
    const email = (await findTeacher(teachersModel.read(services.models), studioId, teacherId))?.details.email ?? '';
    if (whyUnreached(email, null) === null)
      messages.push({ recipientId: teacherId, message: message('teacher', teacherId, email) });
  }
  return messages;
};

/** Queues the mail about what families did within a day, each once. */
export class ReceiptQueue {
  /** What this process need not look at again. */
  #done: ReadonlySet<string> = new Set();

  async queue(services: DeliveryServices): Promise<void> {
    if (!services.mailer.sends) return;
    // Notifications carry the time of this machine.
    const since = instantAt(services.machineNow() - day);
    const all = await familyActsSince(notificationsModel.read(services.models), since);
    const done = new Set(all.flatMap((act) => (this.#done.has(act.notification_id) ? [act.notification_id] : [])));
    const open = all.filter((act) => !done.has(act.notification_id));
    for (const [studioId, acts] of Map.groupBy(open, (act) => act.studio_id)) {
      const { settings } = await services.settingsOf(studioId);
      if (!(await isReady(services, studioId, read))) continue;
      if (settings.familyPage && (await mayMail(services, studioId))) {
        const known = await queuedIds(messagesModel.read(services.models), studioId, {
          kinds: ['receipt', 'teacher'],
          since,
        });
        const messages = await mailAbout(services, studioId, acts);
        await queueAll(
          services,
          studioId,
          messages.filter(({ message }) => !known.has(message.messageId)),
        );
      }
      for (const act of acts) done.add(act.notification_id);
    }
    this.#done = done;
  }
}

const actOf = async ({ models }: DeliveryServices, { studio_id: studioId, about: [id = ''] }: MessageRow) =>
  findNotification(notificationsModel.read(models), studioId, id);

/** The date that a family cancelled, while it is so. */
const cancelledDate = async (
  services: DeliveryServices,
  { studio_id: studioId, student_id: studentId, lesson_id: lessonId }: NotificationRow,
): Promise<Dated | undefined> => {
  const [{ today }, closures] = await Promise.all([studioNow(services, studioId), closuresNow(services, studioId)]);
  const studentIds = studentId === null ? [] : [studentId];
  const { dates } = await datesOfFamily(services, { studioId, studentIds, today, closures });
  return dates.find(
    ({ date }) => date.rowId === lessonId && !date.takesPlace && !date.closed && date.cancelled?.by === 'family',
  );
};

/** What a cancelled date comes to, in what its reader may know. */
const outcomeOf = async (
  { rooms }: DeliveryServices,
  studioId: string,
  { studentId, date: { lessonId, originalDate, cancelled } }: Dated,
  showsMoney: boolean,
): Promise<string> =>
  (
    await rooms.cancelledFor(
      studioId,
      { studentId, billedAs: { lessonId, originalDate }, showsMoney },
      cancelled ?? null,
    )
  ).text;

/** Makes the mail of a teacher's answer; null once nothing stands of it. */
const answerOf = async (
  services: DeliveryServices,
  { studio_id: studioId }: MessageRow,
  requestId: string,
  frame: Omit<Frame, 'link'>,
): Promise<((link: string | null) => Letter) | null> => {
  const standing = (await standingRequests(services, studioId)).find((one) => one.request.requestId === requestId);
  const { request, teacherId } = standing ?? {};
  if (!request?.answer || teacherId === undefined) return null;
  const { is, times, message } = request.answer;
  if (is === 'withdrawn') return null;
  const teacher = await findTeacher(teachersModel.read(services.models), studioId, teacherId);
  const student = firstNames(frame.family).get(request.studentId) ?? '';
  const { date, start } = request;
  const answered = { answer: is, teacher: teacher?.details.name ?? 'Your teacher', times, message };
  return (link) => answerLetter({ ...frame, link }, { student, date, start }, answered);
};

/** Makes the receipt of what a message is about, with the address of the page; null once there is nothing to say. */
export const receiptOf = async (
  services: DeliveryServices,
  row: MessageRow,
  frame: Omit<Frame, 'link'>,
): Promise<((link: string | null) => Letter) | null> => {
  const [about = ''] = row.about;
  if (about.startsWith(ofAnswer)) return answerOf(services, row, about.slice(ofAnswer.length), frame);
  const act = await actOf(services, row);
  const dated = act && (await cancelledDate(services, act));
  if (!dated) return null;
  const { family } = frame;
  const outcome = await outcomeOf(services, row.studio_id, dated, family.recipient.gets !== 'schedule');
  const { date, start } = dated.date;
  const student = firstNames(family).get(dated.studentId) ?? '';
  return (link) => receiptLetter({ ...frame, link }, { student, date, start }, outcome);
};

/** What the lesson's teacher reads of what a family did; null once there is nothing to say. */
export const teachersLetter = async (services: DeliveryServices, row: MessageRow): Promise<Letter | null> => {
  const { studio_id: studioId, recipient_id: teacherId } = row;
  const [act, teacher, { settings }] = await Promise.all([
    actOf(services, row),
    findTeacher(teachersModel.read(services.models), studioId, teacherId),
    services.settingsOf(studioId),
  ]);
  if (!act || !teacher) return null;
  const { effect } = act;
  if (effect !== 'cancelled' && effect !== 'requested' && effect !== 'agreed' && effect !== 'withdrawn') return null;
  const studentId = act.student_id ?? '';
  const dated = effect === 'cancelled' ? await cancelledDate(services, act) : undefined;
  if (effect === 'cancelled' && !dated) return null;
  const [people, who] = await Promise.all([
    feedPeople(feedsModel.read(services.models), studioId, [studentId]),
    familyAuthor(services, studioId, `family:${act.recipient_id ?? ''}`),
  ]);
  const { date, start } = dated?.date ?? act;
  const told: FamilyAct = {
    effect,
    who: who ?? 'A family',
    student: people.get(studentId)?.first_name ?? 'A former student',
    date,
    start,
    times: act.times,
    message: act.note,
    notice: act.notice_minutes === null ? null : noticeInWords(act.notice_minutes),
    outcome: dated ? await outcomeOf(services, studioId, dated, true) : null,
  };
  const home = (services.settings.PUBLIC_URL ?? services.address()).replace(/\/+$/, '');
  return teacherLetter({ settings, teacher: teacher.details.name }, told, `${home}/schedule?day=${date}`);
};
