import {
  listFamilyNotes,
  listPrivateNotes,
  writeFamilyNote,
  writePrivateNote,
  type FamilyNote,
  type PrivateNote,
} from '@rondo/contracts/api/people/notes.ts';
import { toInstant } from '@rondo/contracts/calendar/instants.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { familyNotesModel } from '@rondo/projections/family-notes/project.ts';
import { familyNotesBefore, type FamilyNoteRow } from '@rondo/projections/family-notes/queries.ts';
import { familyNotesTable } from '@rondo/projections/family-notes/table.ts';
import { privateNotesModel } from '@rondo/projections/private-notes/project.ts';
import { privateNotesBefore, type PrivateNoteRow } from '@rondo/projections/private-notes/queries.ts';
import { privateNotesTable } from '@rondo/projections/private-notes/table.ts';
import { findRow } from '@rondo/projections/rows/read-rows.ts';
import { answered } from '../../../platform/http/answer.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import { InvalidInput } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { dayIn, studioNow } from '../../studio/clock.ts';
import { loadStudent } from '../roster.ts';
import { noNote, shownRevision, writeFamilyNote as writeFamily, writePrivateNote as writePrivate } from './commands.ts';
import { notesStream } from './state.ts';

type NotesServices = Pick<Services, 'handlers' | 'models' | 'settingsOf' | 'now'>;

const atOnce = 100;

const familyView = ({ date, text, shared, edited_on, revision }: FamilyNoteRow): FamilyNote => ({
  date,
  text,
  shared,
  editedOn: edited_on,
  revision: shownRevision(revision),
});
const privateView = ({ date, text, revision }: PrivateNoteRow): PrivateNote => ({
  date,
  text,
  revision: shownRevision(revision),
});

/** A page of notes that were read with one more than it shows. */
const pageOf = <Note extends { readonly date: IsoDate }>(notes: readonly Note[]) => {
  const entries = notes.slice(0, atOnce);
  return { entries, next: notes.length > atOnce ? (entries.at(-1)?.date ?? null) : null };
};

/** The studio's day, for a note of a day since the student was added. @throws NotFound, InvalidInput */
const todayFor = async (
  services: NotesServices,
  studioId: string,
  { id, date }: { readonly id: string; readonly date: IsoDate },
): Promise<IsoDate> => {
  const [{ registeredAt }, { today, timeZone }] = await Promise.all([
    loadStudent(services, studioId, id),
    studioNow(services, studioId),
  ]);
  if (date > today) throw new InvalidInput('A note is for a day that has come.');
  const added = toInstant(registeredAt);
  const first = added === null ? date : dayIn(timeZone)(added);
  // Today always, also where the log's clock is ahead.
  if (date < first && date !== today)
    throw new InvalidInput(`A note is for a day since ${shortDate(first)}, when the student was added.`);
  return today;
};

/** Mails a shared note after writing it, or refuses both. */
type MailNote = (
  context: Parameters<Parameters<typeof route<typeof writeFamilyNote>>[1]>[1],
  note: { readonly studentId: string; readonly date: IsoDate; readonly nth: number },
  write: () => Promise<unknown>,
) => Promise<void>;

/** Notes of lessons, for families and for the teacher alone. */
export const noteRoutes = (services: NotesServices, mailNote: MailNote): Route[] => {
  const { handlers, models } = services;
  return [
    route(listFamilyNotes, async ({ params: { id: studentId }, query: { before } }, { actor: { studioId } }) => {
      await loadStudent(services, studioId, studentId);
      const page = { studentId, before, limit: atOnce + 1 };
      return pageOf((await familyNotesBefore(familyNotesModel.read(models), studioId, page)).map(familyView));
    }),
    route(writeFamilyNote, async ({ params: { id, date }, body }, context) => {
      const { studioId } = context.actor;
      const today = await todayFor(services, studioId, { id, date });
      const { text, share, revision, mail = false } = body;
      const stream = notesStream(studioId, id);
      const write = () =>
        handlers.notes.execute(stream, context.command, {
          input: { ...body, date },
          decide: writeFamily({ studentId: id, date, text, share, revision, today }),
        });
      if (mail) {
        const { state } = await handlers.notes.load(stream);
        const isShared = state.family.get(date)?.shared ?? false;
        if (!(share ?? isShared) || text === '') throw new InvalidInput('Please share the note before you mail it.');
        const nth = (state.shares.get(date) ?? 0) + (isShared ? 0 : 1);
        await mailNote(context, { studentId: id, date, nth }, write);
      }
      // After a mail this finds what it has written.
      const executed = await write();
      const read = async () => {
        const row = await findRow(familyNotesModel.read(models), familyNotesTable, [studioId, id, date]);
        return row ? familyView(row) : { date, text: '', shared: false, editedOn: null, revision: noNote };
      };
      return answered(services, context, { executed, id, read });
    }),
    route(listPrivateNotes, async ({ params: { id: studentId }, query: { before } }, { actor: { studioId } }) => {
      await loadStudent(services, studioId, studentId);
      const page = { studentId, before, limit: atOnce + 1 };
      return pageOf((await privateNotesBefore(privateNotesModel.read(models), studioId, page)).map(privateView));
    }),
    route(writePrivateNote, async ({ params: { id, date }, body }, context) => {
      const { studioId } = context.actor;
      await todayFor(services, studioId, { id, date });
      const { text, revision } = body;
      const executed = await handlers.notes.execute(notesStream(studioId, id), context.command, {
        input: { ...body, date },
        decide: writePrivate({ studentId: id, date, text, revision }),
      });
      const read = async () => {
        const row = await findRow(privateNotesModel.read(models), privateNotesTable, [studioId, id, date]);
        return row ? privateView(row) : { date, text: '', revision: noNote };
      };
      return answered(services, context, { executed, id, read });
    }),
  ];
};
