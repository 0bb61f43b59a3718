import {
  writeFamilyNote,
  writePrivateNote,
  type FamilyNote,
  type PrivateNote,
} from '@rondo/contracts/api/people/notes.ts';
import { monthAndDay, shortDate } from '@rondo/contracts/calendar/words.ts';
import { useQuery } from '@tanstack/react-query';
import { EyeOff, Send } from 'lucide-react';
import { useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { CatchingUp, command, doneWith, type Done } from '../../api/client.ts';
import { carryOut } from '../../api/commands/command.ts';
import { EditDialog } from '../../forms/EditDialog.tsx';
import { NotesField } from '../../forms/fields.tsx';
import { useEditForm } from '../../forms/use-edit-form.ts';
import { Button } from '../../ui/button.tsx';
import { LoadingBlocks } from '../../ui/lists/panels.tsx';
import { QueryState } from '../../ui/lists/query-state.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { loadDayNotes, type DayNotes, type LoadNotes, type NoteAbout } from './queries.ts';

const schema = z.object({ family: writeFamilyNote.body.shape.text, own: writePrivateNote.body.shape.text });

const titleOf = ({ name }: NoteAbout): string => `Note of ${name}’s lesson`;

const hintOf = ({ shared, editedOn }: FamilyNote): string => {
  if (!shared) return 'A draft until you share it with the family.';
  return `On the family’s page${editedOn === null ? '' : `, edited ${monthAndDay(editedOn)}`}. What you change shows at once.`;
};

/** Two calls as one action. */
const together = (one: Done<unknown>, other: Done<unknown>): Done<unknown> => ({
  answer: other.answer,
  batches: [...one.batches, ...other.batches],
  calls: [...one.calls, ...other.calls],
  waits: one.waits === true || other.waits === true,
});

type Opened = { readonly about: NoteAbout; readonly load?: LoadNotes; readonly onClose: () => void };

const NoteForm = ({ about, notes, load, onClose }: Required<Opened> & { readonly notes: DayNotes }) => {
  const { studentId, name, date } = about;
  /** What the next attempt does with the family's page; undefined leaves it as it is. */
  const share = useRef<boolean | undefined>(undefined);
  /** Whether it also mails the note. */
  const mail = useRef(false);
  /** What an attempt has saved before it failed. */
  const written = useRef<{ own?: PrivateNote; of?: DayNotes }>({});
  const isWaiting = useRef(false);
  const params = { id: studentId, date };

  const saveOwn = async (text: string, row: DayNotes): Promise<Done<unknown>> => {
    const own = written.current.of === row ? (written.current.own ?? row.own) : row.own;
    if (text === own.text) return doneWith(null);
    const body = { text, revision: own.revision };
    const done = await command('PUT /api/students/:id/private-notes/:date', { params, body });
    if (!(done.answer instanceof CatchingUp)) written.current = { own: done.answer, of: row };
    return done;
  };
  const saveFamily = async (text: string, { family }: DayNotes): Promise<Done<unknown>> => {
    if (text === family.text && share.current === undefined) return doneWith(null);
    const body = {
      text,
      revision: family.revision,
      ...(share.current !== undefined && { share: share.current }),
      ...(mail.current && { mail: true }),
    };
    return command('PUT /api/students/:id/family-notes/:date', { params, body });
  };
  const doneText = (): string => {
    if (isWaiting.current) return `${name}: note written`;
    if (share.current === true) return `${name}: note shared with the family${mail.current ? ' and mailed' : ''}`;
    return share.current === false ? `${name}: note taken off the family’s page` : `${name}: note saved`;
  };

  const edit = useEditForm({
    noun: 'note',
    schema,
    fields: ['family', 'own'],
    initial: notes,
    valuesOf: (row) => ({ family: row?.family.text ?? '', own: row?.own.text ?? '' }),
    load: () => load(about),
    save: async ({ family, own }, saved) => {
      const row = saved ?? notes;
      const run = async (): Promise<Done<unknown>> => {
        const done = together(await saveOwn(own, row), await saveFamily(family, row));
        isWaiting.current = done.waits === true;
        return done;
      };
      await carryOut(run, {
        done: doneText,
        failed: null,
      });
      onClose();
    },
  });
  const { shared } = edit.row?.family ?? notes.family;
  const typed = useWatch({ control: edit.form.control, name: 'family' });
  const submit = (to: boolean | undefined, mails = false): void => {
    share.current = to;
    mail.current = mails;
    edit.submit();
  };
  const cannotShare = edit.saving || edit.isGone || notes.isUnread === true || typed.trim() === '';
  const { last } = edit.row ?? notes;
  return (
    <EditDialog
      edit={{ ...edit, submit: (event) => (event?.preventDefault(), submit(undefined)) }}
      title={titleOf(about)}
      subtitle={shortDate(date)}
      submit="Save"
      bodyClassName="grid content-start gap-5 p-6 max-desk:p-4"
      onClose={onClose}
    >
      <div className="grid gap-3">
        <NotesField
          control={edit.form.control}
          name="family"
          label="The family reads this"
          hint={hintOf(edit.row?.family ?? notes.family)}
          optional={false}
          rows={5}
        />
        <div className="flex flex-wrap gap-2 max-desk:flex-col">
          <Button icon={shared ? EyeOff : Send} disabled={cannotShare} onClick={() => submit(!shared)}>
            {shared ? 'Take off the family’s page' : 'Share with the family'}
          </Button>
          {!shared && (
            <Button disabled={cannotShare} onClick={() => submit(true, true)}>
              Share and mail
            </Button>
          )}
        </div>
        {notes.isUnread === true && <p className="-mt-1 text-small text-ink-2">This needs a connection.</p>}
      </div>
      <NotesField
        control={edit.form.control}
        name="own"
        label="Only you read this"
        hint="On no page of a family, and in no calendar, mail or invoice."
        optional={false}
        rows={3}
      />
      {last && (
        <section>
          <h3 className="text-small text-ink-2">Last note, {shortDate(last.date)}</h3>
          <p dir="auto" className="whitespace-pre-wrap break-words">
            {last.text}
          </p>
        </section>
      )}
    </EditDialog>
  );
};

/** Writes what the family reads of a lesson, and what only the teacher does. */
export const NoteDialog = ({ about, load = loadDayNotes, onClose }: Opened) => {
  const notes = useQuery({
    queryKey: ['notes of a day', about.studentId, about.date],
    queryFn: () => load(about),
    gcTime: 0,
    staleTime: Infinity,
  });
  if (notes.data) return <NoteForm about={about} notes={notes.data} load={load} onClose={onClose} />;
  return (
    <Dialog
      open
      title={titleOf(about)}
      subtitle={shortDate(about.date)}
      bodyClassName="p-6 max-desk:p-4"
      onClose={onClose}
    >
      <QueryState
        query={notes}
        failed="The note did not load."
        waiting={<LoadingBlocks label="Loading the note" className="grid gap-5" blocks={['h-40', 'h-28']} />}
      >
        {() => null}
      </QueryState>
    </Dialog>
  );
};
