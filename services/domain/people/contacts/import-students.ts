import type { UploadedFile } from '@rondo/contracts/api/endpoint.ts';
import { maxImportCards } from '@rondo/contracts/api/people/vcard-file.ts';
import type { StudentDetails } from '@rondo/contracts/events/student.ts';
import { chunksOf } from '@rondo/projections/kit/chunks.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { listContacts } from '@rondo/projections/students/queries.ts';
import type { CommandContext } from '../../../platform/commands/aggregate.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { InvalidInput, Unavailable } from '../../../platform/kit/errors.ts';
import { pauses } from '@rondo/projections/pacing/pauses.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { toWindows } from '../availability.ts';
import { standardWeek } from '../bulk/proposed-weeks.ts';
import { loadTeacher, studentStream } from '../roster.ts';
import { changeStudent, registerStudent } from '../student.ts';
import type { Contact } from '../vcards/contact.ts';
import { readCards, type Card } from '../vcards/read-cards.ts';
import { addPerson, type KnownPeople } from './known-people.ts';
import { planCard, type PlannedCard } from './plan-import.ts';

/** Students that are read, registered and appended together: few enough that no other request waits for them. */
const page = 250;
const appendedAtOnce = 32;
/** Waits of two seconds for the list of students to show what was written before the import. */
const waits = 5;

/** @throws InvalidInput */
const cardsOf = async ({ bytes }: UploadedFile): Promise<Card[]> => {
  if (bytes.length === 0) throw new InvalidInput('This file is empty.');
  const pause = pauses();
  const cards: Card[] = [];
  for (const card of readCards(bytes)) {
    if (card) cards.push(card);
    if (cards.length > maxImportCards)
      throw new InvalidInput('This file has more than 5,000 cards. Please export fewer contacts at a time.');
    await pause();
  }
  if (cards.length > 0) return cards;
  const start = Buffer.from(bytes).toString('latin1').replaceAll('\0', '');
  throw new InvalidInput(
    /^BEGIN\s*:\s*VCARD/im.test(start)
      ? 'This file has groups but no contacts.'
      : 'This is not a vCard file: no card begins in it.',
  );
};

/** An imported student has no teacher, no availability and no rate; the address is geocoded in the background. */
const detailsOf = ({ firstName, lastName, phone, email, address, city, zipCode }: Contact): StudentDetails => ({
  firstName,
  lastName,
  phone,
  email,
  address,
  city,
  zipCode,
  location: null,
  lessonDuration: 45,
  startDate: null,
  calendarUrl: null,
  paymentType: 'per_lesson',
  perLessonRateCents: null,
  monthlyRateCents: null,
  notes: null,
  doorNote: null,
});

/** Waits until the list of students shows what was written so far. @throws Unavailable */
const untilListed = async ({ store, models }: Pick<Services, 'store' | 'models'>): Promise<void> => {
  const position = await store.head();
  if (position === null) return;
  for (let wait = 0; wait < waits; wait += 1) if (await models.reached(position, [studentsModel])) return;
  throw new Unavailable('The list of students is still being updated. Please try again in a moment.');
};

/** Everyone in the list but the students of an import, and how many of those are in it. */
const listed = async (
  { models }: Pick<Services, 'models'>,
  studioId: string,
  own: ReadonlySet<string>,
): Promise<{ known: KnownPeople; already: number }> => {
  const known: KnownPeople = new Map();
  let already = 0;
  const pause = pauses();
  let after = '';
  for (;;) {
    const rows = await listContacts(studentsModel.read(models), studioId, { after, limit: page });
    for (const { student_id: id, details } of rows) {
      if (own.has(id)) already += 1;
      else addPerson(known, details, { row: null, ...(details.email === null && { withoutEmail: id }) });
      await pause();
    }
    after = rows.at(-1)?.student_id ?? '';
    if (rows.length < page) return { known, already };
  }
};

const plan = async (
  services: Pick<Services, 'models'>,
  studioId: string,
  cards: readonly Card[],
  own: ReadonlySet<string>,
): Promise<{ planned: PlannedCard[]; already: number }> => {
  const { known, already } = await listed(services, studioId, own);
  const pause = pauses();
  const planned: PlannedCard[] = [];
  for (const card of cards) {
    planned.push(planCard(card, known));
    await pause();
  }
  return { planned, already };
};

/** What all students of an import have from the start. */
type NewcomersHave = { readonly teacherId?: string | undefined; readonly hours?: 'later' | 'standard' | undefined };

/** Every student is a command of its own with an id derived from the import's, so that a repeated import completes a killed one. */
const registerAll = async (
  { handlers, streams }: Pick<Services, 'handlers' | 'streams'>,
  context: CommandContext,
  planned: readonly PlannedCard[],
  { teacherId, hours }: NewcomersHave,
): Promise<void> => {
  const { studioId, commandId } = context;
  const pause = pauses();
  for (const cards of chunksOf(planned, page)) {
    const parts = cards.map(({ row, contact }) => {
      const studentId = studentOf(commandId, row);
      return { row, contact, studentId, stream: studentStream(studioId, studentId) };
    });
    const fresh = await streams.registerAll(
      studioId,
      parts.map(({ stream }) => stream),
    );
    for (const together of chunksOf(parts, appendedAtOnce)) {
      await Promise.all(
        together.map(({ row, contact, studentId, stream }) => {
          const details = detailsOf(contact);
          const own = { commandId: derivedId(commandId, `card ${row}`), batchId: context.batchId ?? commandId };
          const decide = registerStudent({
            studentId,
            details,
            availability: hours === 'standard' ? toWindows(own.commandId, standardWeek()) : [],
            teachers:
              teacherId === undefined ? [] : [{ assignmentId: derivedId(own.commandId, 'assignment'), teacherId }],
            origin: 'vcard',
          });
          const command = { input: contact, decide };
          return handlers.student.execute(stream, { ...context, ...own, begins: fresh.has(stream) }, command);
        }),
      );
      await pause();
    }
  }
};

/** Gives students who are there already the emails that cards bring, unless they have got one since. */
const addEmails = async (
  { handlers }: Pick<Services, 'handlers'>,
  context: CommandContext,
  planned: readonly PlannedCard[],
): Promise<void> => {
  const { studioId, commandId } = context;
  const pause = pauses();
  for (const { row, adds } of planned) {
    if (!adds) continue;
    const { studentId, email } = adds;
    const own = { commandId: derivedId(commandId, `email of card ${row}`), batchId: context.batchId ?? commandId };
    const change = changeStudent({ changes: { email }, availability: undefined, revision: undefined });
    await handlers.student.execute(
      studentStream(studioId, studentId),
      { ...context, ...own },
      {
        input: adds,
        decide: (state) => (state && state.details.email === null ? change(state) : []),
      },
    );
    await pause();
  }
};

/** What an import would do now. @throws InvalidInput */
export const planStudents = async (
  services: Pick<Services, 'store' | 'models'>,
  studioId: string,
  file: UploadedFile,
): Promise<PlannedCard[]> => {
  const cards = await cardsOf(file);
  await untilListed(services);
  return (await plan(services, studioId, cards, new Set())).planned;
};

/**
 * Imports students from a vCard file, as one batch, `withEmails` also what cards bring to students who are there already. Two imports into one
 * studio run one after the other, so that the second sees whom the first brought.
 * @throws InvalidInput, NotFound, RuleBroken, Unavailable
 */
export const importStudents = async (
  services: Pick<Services, 'handlers' | 'streams' | 'store' | 'models' | 'locks' | 'sizes'>,
  context: CommandContext,
  file: UploadedFile,
  { withEmails = false, ...newcomers }: NewcomersHave & { readonly withEmails?: boolean } = {},
): Promise<PlannedCard[]> => {
  const cards = await cardsOf(file);
  const { studioId, commandId } = context;
  if (newcomers.teacherId !== undefined) await loadTeacher(services, studioId, newcomers.teacherId);
  const own = await studentsOf(commandId, cards);
  let began = false;
  const imported = services.locks.hold([`import ${studioId}`], async () => {
    began = true;
    await untilListed(services);
    const { planned, already } = await plan(services, studioId, cards, own);
    const added = planned.filter(({ result }) => result === 'new' || result === 'known-name');
    const growth = { students: added.length - already };
    await services.sizes.adding(studioId, growth, () => registerAll(services, context, added, newcomers));
    if (withEmails) await addEmails(services, context, planned);
    return planned;
  });
  return imported.catch((error: unknown) => {
    if (began || !(error instanceof Unavailable)) throw error;
    throw new Unavailable('Another import is running. Please try again in a moment.', { cause: error });
  });
};

/** The students that an import makes of cards; those of a repeated import can be there already. */
const studentsOf = async (commandId: string, cards: readonly Card[]): Promise<Set<string>> => {
  const pause = pauses();
  const students = new Set<string>();
  for (const { row } of cards) {
    students.add(studentOf(commandId, row));
    await pause();
  }
  return students;
};

const studentOf = (commandId: string, row: number): string => derivedId(commandId, `student of card ${row}`);
