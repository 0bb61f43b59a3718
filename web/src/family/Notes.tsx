import type { FamilyPage, FamilyPageNote } from '@rondo/contracts/api/calendars/family-page.ts';
import { Part } from './parts.tsx';
import { monthDay, shortDay } from './words.ts';

const Note = ({ note: { student, date, editedOn, text } }: { readonly note: FamilyPageNote }) => (
  <li className="border-b border-line-soft px-6 py-3 last:border-b-0 max-desk:px-4">
    <p className="text-small text-ink-2">
      <b className="mr-2 text-body font-strong text-ink">{student}</b>
      {shortDay(date)}
      {editedOn !== null && ` · Edited ${monthDay(editedOn)}`}
    </p>
    <p dir="auto" className="mt-1 break-words whitespace-pre-wrap">
      {text}
    </p>
  </li>
);

const keyOf = ({ student, date }: FamilyPageNote): string => `${student} ${date}`;

/** How many notes are open: the rest is behind a line. */
const open = 3;

/** What the teacher has shared with the family, the newest first. */
export const Notes = ({ notes }: Pick<FamilyPage, 'notes'>) => {
  if (notes.length === 0) return null;
  const earlier = notes.slice(open);
  return (
    <Part title="Notes">
      <ul>
        {notes.slice(0, open).map((note) => (
          <Note key={keyOf(note)} note={note} />
        ))}
      </ul>
      {earlier.length > 0 && (
        <details className="border-t border-line">
          <summary className="flex min-h-11 cursor-pointer items-center justify-center font-control text-accent">
            {earlier.length === 1 ? '1 earlier note' : `${earlier.length} earlier notes`}
          </summary>
          <ul className="border-t border-line-soft">
            {earlier.map((note) => (
              <Note key={keyOf(note)} note={note} />
            ))}
          </ul>
        </details>
      )}
    </Part>
  );
};
