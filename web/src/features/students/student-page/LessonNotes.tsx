import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { monthAndDay, shortDate } from '@rondo/contracts/calendar/words.ts';
import { useQuery } from '@tanstack/react-query';
import { NotebookPen, PencilLine } from 'lucide-react';
import { useState } from 'react';
import { familyNotesQuery, privateNotesQuery } from '../../../calendar/notes/queries.ts';
import { useNote } from '../../../calendar/notes/use-note.tsx';
import { counted } from '../../../lib/texts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Panel } from './Panel.tsx';

/** How many days the list has at first. */
const atFirst = 5;

const Text = ({ head, text }: { readonly head: string; readonly text: string }) => (
  <div className="mt-1">
    <h4 className="text-small text-ink-2">{head}</h4>
    <p dir="auto" className="whitespace-pre-wrap break-words">
      {text}
    </p>
  </div>
);

/** What was written after a student's lessons, the newest first. */
export const LessonNotes = (props: {
  readonly studentId: string;
  readonly name: string;
  /** The lesson that a new note is most likely about: the newest that has begun. */
  readonly newest: IsoDate;
}) => {
  const { studentId, name, newest } = props;
  const family = useQuery(familyNotesQuery(studentId));
  const own = useQuery(privateNotesQuery(studentId));
  const [all, setAll] = useState(false);
  const note = useNote();
  const days = [...new Set([...(family.data?.entries ?? []), ...(own.data?.entries ?? [])].map(({ date }) => date))]
    .toSorted()
    .toReversed();
  const left = days.length - atFirst;
  const isLoaded = family.data !== undefined && own.data !== undefined;
  return (
    <Panel
      title="Notes of lessons"
      action={
        <Button kind="quiet" icon={NotebookPen} onClick={() => note.write({ studentId, name, date: newest })}>
          Write a note
        </Button>
      }
    >
      {days.length === 0 && (
        <p className="px-5 pb-4 text-pretty text-ink-2 max-desk:px-4">
          {isLoaded
            ? 'What you write here can be shared with the family.'
            : family.isError || own.isError
              ? 'The notes did not load.'
              : '\u00a0'}
        </p>
      )}
      <ul>
        {(all ? days : days.slice(0, atFirst)).map((date) => {
          const forFamily = family.data?.entries.find((one) => one.date === date);
          const ownNote = own.data?.entries.find((one) => one.date === date);
          const edited = forFamily?.editedOn ? `, edited ${monthAndDay(forFamily.editedOn)}` : '';
          return (
            <li
              key={date}
              className="flex items-start gap-3 border-t border-line-soft py-2.5 pr-2.5 pl-5 max-desk:pl-4"
            >
              <div className="min-w-0 grow">
                <h3 className="font-control">{shortDate(date)}</h3>
                {forFamily && (
                  <Text
                    head={forFamily.shared ? `The family reads this${edited}` : 'Draft for the family'}
                    text={forFamily.text}
                  />
                )}
                {ownNote && <Text head="Only you read this" text={ownNote.text} />}
              </div>
              <IconButton
                icon={PencilLine}
                label={`Edit the note of ${shortDate(date)}`}
                onClick={() => note.write({ studentId, name, date })}
              />
            </li>
          );
        })}
      </ul>
      {!all && left > 0 && (
        <div className="border-t border-line-soft px-2.5 py-1">
          <Button kind="quiet" onClick={() => setAll(true)}>
            Show {counted(left, 'more note')}
          </Button>
        </div>
      )}
      {note.dialog}
    </Panel>
  );
};
