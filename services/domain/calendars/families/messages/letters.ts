import { moneyText, sumOf } from '@rondo/contracts/money/money.ts';
import { dayOfMonth, longDate, shortDate } from '@rondo/contracts/calendar/words.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatTime, formatTimeRange, type MinuteOfDay } from '@rondo/contracts/calendar/times.ts';
import type { StudioSettings } from '@rondo/contracts/events/studio.ts';
import type { FamilyOfRecipient } from '../recipients.ts';

// What mail to families says. A letter is made when it is sent, from what stands then.

export type Letter = { readonly subject: string; readonly text: string };

/** In place of a secret, where a letter is shown or kept. */
export const hiddenLink = '[link]';

/** "Hello Lena,", or "Hello Park family," where the student's own address is written to. */
const greetingOf = ({ id, students, recipient }: FamilyOfRecipient, recipientId: string): string => {
  const [student] = students;
  if (id === recipientId && student) return `Hello ${student.lastName || student.firstName} family,`;
  const [first = ''] = recipient.name.split(' ');
  return `Hello ${first},`;
};

export type Frame = {
  readonly family: FamilyOfRecipient;
  readonly recipientId: string;
  readonly settings: StudioSettings;
  /** The address of the page; null without a live link. */
  readonly link: string | null;
};

type Paragraphs = readonly (readonly string[])[];

/** A letter between a greeting and the studio's own lines. */
const framed = (
  { greeting, settings, link }: Pick<Frame, 'settings' | 'link'> & { readonly greeting: string },
  subject: string,
  paragraphs: Paragraphs,
): Letter => {
  const { studioName, studioPhone, studioEmail } = settings;
  const closing = [
    ...(link === null ? [] : [`Your page: ${link}`]),
    [studioName, studioPhone].filter((part) => part !== null && part !== '').join(', '),
    studioEmail ?? '',
  ].filter((line) => line !== '');
  const all = [[greeting], ...paragraphs, closing];
  return {
    subject,
    text: `${all
      .filter((lines) => lines.length > 0)
      .map((lines) => lines.join('\n'))
      .join('\n\n')}\n`,
  };
};

const letter = ({ family, recipientId, settings, link }: Frame, subject: string, paragraphs: Paragraphs): Letter =>
  framed({ greeting: greetingOf(family, recipientId), settings, link }, subject, paragraphs);

export type LessonToCome = {
  readonly student: string;
  readonly teacher: string;
  readonly start: MinuteOfDay;
  readonly duration: number;
};

/** @param day of the lessons @param today when it is sent */
export const reminderLetter = (
  frame: Frame,
  {
    day,
    today,
    lessons,
  }: { readonly day: IsoDate; readonly today: IsoDate; readonly lessons: readonly LessonToCome[] },
): Letter => {
  const when = day === today ? 'Today' : 'Tomorrow';
  const times = lessons.map(({ student, start }) => `${student} ${formatTime(start)}`).join(', ');
  const canCancel = frame.settings.familyCancel && frame.link !== null;
  return letter(frame, `${when}: ${times}`, [
    [
      `${when}, ${longDate(day)}:`,
      ...lessons.map(
        ({ student, teacher, start, duration }) =>
          `${student}, ${formatTimeRange(start, start + duration)}${teacher === '' ? '' : `, with ${teacher}`}`,
      ),
    ],
    [canCancel ? 'You can cancel on your page or by phone.' : 'If you cannot make it, please call.'],
  ]);
};

const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** @param link the address of the page */
export const linkLetter = (frame: Omit<Frame, 'link'>, link: string, students: readonly string[]): Letter =>
  letter({ ...frame, link: null }, `Your page with ${frame.settings.studioName ?? 'your teacher'}`, [
    [`See the lessons, notes and invoices of ${listed(students)}:`, link],
    ['Anyone who has this link sees your page. If it gets into the wrong hands, ask for a new one.'],
  ]);

/** What the teacher wrote of a lesson, for the family. */
export const noteLetter = (
  frame: Frame,
  {
    student,
    teacher,
    date,
    text,
  }: { readonly student: string; readonly teacher: string; readonly date: IsoDate; readonly text: string },
): Letter => letter(frame, `A note for ${student} from ${teacher}, ${dayOfMonth(date)}`, [[text]]);

export type OpenInvoiceInWords = {
  readonly number: string;
  readonly dueDate: IsoDate | null;
  readonly open: number;
  readonly currency: string;
};

const sumText = (invoices: readonly OpenInvoiceInWords[]): string =>
  [...Map.groupBy(invoices, ({ currency }) => currency)]
    .map(([currency, own]) => moneyText(sumOf(own.map(({ open }) => open)), currency))
    .join(' and ');

/** About invoices that are to be paid. @param today when it is sent */
export const pastDueLetter = (
  frame: Frame,
  { today, invoices }: { readonly today: IsoDate; readonly invoices: readonly OpenInvoiceInWords[] },
): Letter => {
  const inOrder = invoices.toSorted((a, b) => ((a.dueDate ?? '') < (b.dueDate ?? '') ? -1 : 1));
  const isPast = ({ dueDate }: OpenInvoiceInWords): boolean => dueDate !== null && dueDate < today;
  const verbOf = (one: OpenInvoiceInWords): string => (isPast(one) ? 'was due' : 'is due');
  const [first] = inOrder;
  const state = inOrder.every(isPast) ? 'past due' : inOrder.some(isPast) ? 'open' : 'due';
  const subject =
    inOrder.length === 1 && first
      ? `Invoice ${first.number} ${verbOf(first)} on ${dayOfMonth(first.dueDate ?? today)}`
      : `${inOrder.length} invoices are ${state}`;
  const { paymentInstructions } = frame.settings;
  return letter(frame, subject, [
    [
      ...inOrder.map(
        (one) =>
          `Invoice ${one.number}, ${moneyText(one.open, one.currency)} open, ${verbOf(one)} on ${longDate(one.dueDate ?? today)}.`,
      ),
      ...(inOrder.length > 1 ? [`Together: ${sumText(inOrder)}`] : []),
    ],
    paymentInstructions === null ? [] : [paymentInstructions],
    ['Paid already? Then please ignore this mail.'],
  ]);
};

type NextLesson = { readonly student: string; readonly date: IsoDate; readonly start: MinuteOfDay };

/** About what has changed. @param student whose lessons they are; null: of several */
export const changeLetter = (
  frame: Frame,
  {
    student,
    sentences,
    next,
  }: {
    readonly student: string | null;
    readonly sentences: readonly string[];
    readonly next: readonly NextLesson[];
  },
): Letter => {
  const when = ({ date, start }: NextLesson): string => `${longDate(date)}, at ${formatTime(start)}`;
  const times = next.map((one) => (student === null ? `${one.student}, ${when(one)}` : when(one)));
  const subject =
    student !== null && sentences.length === 1 ? `A change to ${student}’s lesson` : 'Changes to your lessons';
  return letter(frame, subject, [sentences, times.length === 0 ? [] : [`Next: ${times.join('; ')}.`]]);
};

type LessonInWords = { readonly student: string; readonly date: IsoDate; readonly start: MinuteOfDay };

const lessonInWords = ({ student, date, start }: LessonInWords): string =>
  `${student}’s lesson on ${longDate(date)}, at ${formatTime(start)}`;

/** To a family that has cancelled a lesson on its page. @param outcome what that comes to */
export const receiptLetter = (frame: Frame, lesson: LessonInWords, outcome: string): Letter =>
  letter(frame, `Cancelled: ${lesson.student}, ${longDate(lesson.date)}`, [
    [`${lessonInWords(lesson)} is cancelled.`],
    [outcome],
    ['A mistake? Please call.'],
  ]);

/** A teacher's answer to a family that asked for another time. */
export type AnswerInWords = {
  readonly answer: 'yes' | 'no' | 'offer';
  readonly teacher: string;
  /** The time to which the lesson moves, or those that are offered. */
  readonly times: readonly { readonly date: IsoDate; readonly start: MinuteOfDay }[];
  readonly message: string | null;
};

/** To a family that has asked for another time. */
export const answerLetter = (frame: Frame, lesson: LessonInWords, answered: AnswerInWords): Letter => {
  const { answer, teacher, times, message } = answered;
  const quoted = message === null ? [] : [message];
  const inWords = times.map(({ date, start }) => `${longDate(date)}, at ${formatTime(start)}`);
  const [first] = times;
  if (answer === 'yes' && first)
    return letter(frame, `${lesson.student}’s lesson moves to ${longDate(first.date)}`, [
      [`${lessonInWords(lesson)} moves to ${inWords.join('; ')}.`],
      quoted,
    ]);
  const about = `${lesson.student}’s lesson on ${longDate(lesson.date)}`;
  return letter(frame, 'About the time you requested', [
    answer === 'no'
      ? [`${teacher} cannot move ${about}.`]
      : [`${teacher} offers other times for ${about}:`, ...inWords],
    quoted,
    answer === 'no' ? [] : ['Please choose one on your page.'],
  ]);
};

/** What a family did on its page, for the lesson's teacher. */
export type FamilyAct = LessonInWords & {
  readonly effect: 'cancelled' | 'requested' | 'agreed' | 'withdrawn';
  /** Who did it. */
  readonly who: string;
  /** The times that it asks for, or the one that it takes. */
  readonly times: readonly { readonly date: IsoDate; readonly start: MinuteOfDay }[];
  readonly message: string | null;
  /** Of a cancellation: how long before, and what it comes to. */
  readonly notice: string | null;
  readonly outcome: string | null;
};

const actSubject = ({ effect, who, student, date, start }: FamilyAct): string => {
  const lesson = `${student}, ${shortDate(date)}`;
  switch (effect) {
    case 'cancelled':
      return `Cancelled by ${who}: ${lesson}, ${formatTime(start)}`;
    case 'requested':
      return `${who} asks for another time: ${lesson}`;
    case 'agreed':
      return `${who} takes the time that you offered: ${lesson}`;
    case 'withdrawn':
      return `${who} no longer asks for another time: ${lesson}`;
  }
};

const actInWords = (act: FamilyAct): string[] => {
  const { effect, times, notice, outcome } = act;
  const inWords = times.map(({ date, start }) => `${longDate(date)}, at ${formatTime(start)}`);
  const lesson = lessonInWords(act);
  switch (effect) {
    case 'cancelled':
      return [
        `${lesson} is cancelled${notice === null ? '' : `, ${notice} before`}.`,
        ...(outcome === null ? [] : [outcome]),
      ];
    case 'requested':
      return times.length === 0
        ? [`${lesson} is to be at another time.`]
        : [`${lesson} is to be at another time:`, ...inWords];
    case 'agreed':
      return [`${lesson} moves to ${inWords.join('; ')}.`];
    case 'withdrawn':
      return [`${lesson} stays as it is.`];
  }
};

/** To a lesson's teacher about what a family did. @param link of the day */
export const teacherLetter = (
  { settings, teacher }: { readonly settings: StudioSettings; readonly teacher: string },
  act: FamilyAct,
  link: string,
): Letter => {
  const [first = ''] = teacher.split(' ');
  return framed({ greeting: `Hello ${first},`, settings, link: null }, actSubject(act), [
    actInWords(act),
    act.message === null ? [] : [act.message],
    [`Open the day: ${link}`],
  ]);
};
