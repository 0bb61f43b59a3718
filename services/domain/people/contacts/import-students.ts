import type { UploadedFile } from '@rondo/contracts/api/endpoint.ts';
import { maxImportCards } from '@rondo/contracts/api/vcard-file.ts';
import type { StudentDetails } from '@rondo/contracts/events/student.ts';
import type { Position } from '@rondo/projections/runner/source.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { listContacts } from '@rondo/projections/students/queries.ts';
import type { CommandContext } from '../../../platform/commands/aggregate.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { InvalidInput, Unavailable } from '../../../platform/kit/errors.ts';
import { pauses } from '../../../platform/kit/pauses.ts';
import type { Locks } from '../../../platform/postgres/advisory-locks.ts';
import type { ReadModels } from '../../../platform/models/read-models.ts';
import type { StudioSizes } from '../../../platform/commands/studio-sizes.ts';
import type { Roster } from '../roster.ts';
import { registerStudent } from '../student.ts';
import type { Contact } from '../vcards/contact.ts';
import { readCards, type Card } from '../vcards/read-cards.ts';
import { knownPeople, type KnownPeople } from './known-people.ts';
import { planCard, type PlannedCard } from './plan-import.ts';

/** Students that are read, registered and appended together: few enough that no other request waits for them. */
const page = 250;
const appendedAtOnce = 32;
/** Waits of two seconds for the list of students to show what was written before the import. */
const waits = 5;

export type ImportDependencies = {
  readonly roster: Roster;
  readonly models: ReadModels;
  readonly locks: Locks;
  readonly sizes: StudioSizes;
  readonly head: () => Promise<Position | null>;
  /** Lists streams for erasing and restoring before they begin. @returns those that it did not list before @throws RuleBroken */
  readonly register: (studioId: string, streams: readonly string[]) => Promise<ReadonlySet<string>>;
};

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
});

/** Imports students from vCard files, each file as one batch. */
export const studentImports = ({ roster, models, locks, sizes, head, register }: ImportDependencies) => {
  const untilShown = async (): Promise<void> => {
    const position = await head();
    if (position === null) return;
    for (let wait = 0; wait < waits; wait += 1) if (await models.reached(position, [studentsModel])) return;
    throw new Unavailable('The list of students is still being updated. Please try again in a moment.');
  };

  /** Everyone in the list but the given students, and how many of those are in it. */
  const listed = async (
    studioId: string,
    but: ReadonlySet<string>,
  ): Promise<{ known: KnownPeople; leftOut: number }> => {
    const known = knownPeople();
    let leftOut = 0;
    const pause = pauses();
    let after = '';
    for (;;) {
      const rows = await listContacts(studentsModel.read(models), studioId, { after, limit: page });
      for (const { student_id: id, details } of rows) {
        if (but.has(id)) leftOut += 1;
        else known.add(details, { row: null });
        await pause();
      }
      after = rows.at(-1)?.student_id ?? '';
      if (rows.length < page) return { known, leftOut };
    }
  };

  const plan = async (
    studioId: string,
    cards: readonly Card[],
    own: ReadonlySet<string>,
  ): Promise<{ planned: PlannedCard[]; already: number }> => {
    const { known, leftOut: already } = await listed(studioId, own);
    const pause = pauses();
    const planned: PlannedCard[] = [];
    for (const card of cards) {
      planned.push(planCard(card, known));
      await pause();
    }
    return { planned, already };
  };

  /** Every student is a command of its own with an id derived from the import's, so that a repeated import completes a killed one. */
  const registerAll = async (context: CommandContext, planned: readonly PlannedCard[]): Promise<void> => {
    const { studioId, commandId } = context;
    const pause = pauses();
    const registered = async (
      { row, contact }: PlannedCard,
      { stream, studentId, begins }: { stream: string; studentId: string; begins: boolean },
    ): Promise<void> => {
      const details = detailsOf(contact);
      await roster.students.execute(
        stream,
        {
          ...context,
          commandId: derivedId(commandId, `card ${row}`),
          batchId: context.batchId ?? commandId,
          begins,
        },
        { input: contact, decide: registerStudent({ studentId, details, availability: [], origin: 'vcard' }) },
      );
    };
    for (let from = 0; from < planned.length; from += page) {
      const parts = planned.slice(from, from + page).map((card) => {
        const studentId = studentOf(commandId, card.row);
        return { card, studentId, stream: roster.studentStream(studioId, studentId) };
      });
      const streams = parts.map(({ stream }) => stream);
      const fresh = await register(studioId, streams);
      for (let at = 0; at < parts.length; at += appendedAtOnce) {
        const together = parts.slice(at, at + appendedAtOnce);
        await Promise.all(
          together.map(({ card, stream, studentId }) =>
            registered(card, { stream, studentId, begins: fresh.has(stream) }),
          ),
        );
        await pause();
      }
    }
  };

  return {
    /** What an import would do now. @throws InvalidInput */
    preview: async (studioId: string, file: UploadedFile): Promise<PlannedCard[]> => {
      const cards = await cardsOf(file);
      await untilShown();
      return (await plan(studioId, cards, new Set())).planned;
    },
    /**
     * Imports a file. Two imports into one studio run one after the other, so that the second sees whom the first brought.
     * @throws InvalidInput, RuleBroken, Unavailable
     */
    import: async (context: CommandContext, file: UploadedFile): Promise<PlannedCard[]> => {
      const cards = await cardsOf(file);
      const { studioId, commandId } = context;
      const own = await studentsOf(commandId, cards);
      let began = false;
      const held = locks.hold([`import ${studioId}`], async () => {
        began = true;
        await untilShown();
        const { planned, already } = await plan(studioId, cards, own);
        const added = planned.filter(({ result }) => result === 'new' || result === 'known-name');
        await sizes.adding(studioId, { students: added.length - already }, () => registerAll(context, added));
        return planned;
      });
      return held.catch((error: unknown) => {
        if (began || !(error instanceof Unavailable)) throw error;
        throw new Unavailable('Another import is running. Please try again in a moment.', { cause: error });
      });
    },
  };
};
export type StudentImports = ReturnType<typeof studentImports>;

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
