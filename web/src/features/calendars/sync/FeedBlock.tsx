import type { Student } from '@rondo/contracts/api/people/students.ts';
import { CircleAlert, Link2Off } from 'lucide-react';
import { useId, useState } from 'react';
import { counted } from '../../../lib/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorPanel } from '../../../ui/lists/panels.tsx';
import { AutoSync } from './AutoSync.tsx';
import { DifferenceRow, looks, Section } from './lists.tsx';
import {
  isSame,
  isUnreadable,
  kinds,
  type FeedDifferences,
  type Kind,
  detailIn,
  goneText,
  nameIn,
  reachIn,
  type Known,
  type Unknown,
} from './differences.ts';
import { unreadText } from './sync-text.ts';
import { useTieName } from './commands.ts';
import { NotImported, Unread } from './NotImported.tsx';
import { Combobox } from '../../../ui/fields/combobox.tsx';
import { nameWords } from '@rondo/contracts/people/name-words.ts';
import { listText } from '../../../lib/formats.ts';

type Named = { readonly id: string; readonly firstName: string; readonly lastName: string };

/** The student whose last name, or else first name, is in a title; null when there is none, or more than one. It is offered, never linked by itself. */
export const closestStudent = <Student extends Named>(title: string, students: readonly Student[]): Student | null => {
  const titleWords = new Set(nameWords(title));
  const havingAll = (nameOf: (student: Student) => string): Student[] =>
    students.filter((student) => {
      const parts = nameWords(nameOf(student));
      return parts.length > 0 && parts.every((part) => titleWords.has(part));
    });
  const byLast = havingAll(({ lastName }) => lastName);
  const found = byLast.length > 0 ? byLast : havingAll(({ firstName }) => firstName);
  return found.length === 1 ? (found[0] ?? null) : null;
};

const whyText = ({ candidates, events, isImported }: Unknown, closest: Student | null): string => {
  const names = candidates.map(({ name }) => name);
  const on = events > 1 ? ` On ${counted(events, 'date')}.` : '';
  const dates = isImported ? `${on} Imported as ${events > 1 ? 'appointments' : 'an appointment'}.` : on;
  if (names.length > 0) return `${names.length} students match: ${listText(names)}.${dates}`;
  return closest ? `One student is close: ${closest.name}.${dates}` : `No student has this name.${dates}`;
};

/** A title that names no student, or several, and the choice of whom it means. Two that match equally are never guessed. */
const UnknownName = (props: {
  readonly unknown: Unknown;
  readonly students: readonly Student[];
  /** The feeds are being read again. */
  readonly busy: boolean;
}) => {
  const { unknown, students, busy } = props;
  const { candidates, name, teacherId } = unknown;
  const closest = candidates.length > 0 ? null : closestStudent(name, students);
  const [picked, setPicked] = useState<string | null>(null);
  const chosen = picked ?? closest?.id ?? null;
  const tie = useTieName();
  return (
    <DifferenceRow kind="unknown" when={unknown.first} title={`“${name}”`} detail={whyText(unknown, closest)}>
      <div className="flex gap-2">
        <Combobox
          label={`Student for “${name}”`}
          value={chosen}
          options={[...candidates, ...students.filter(({ id }) => !candidates.some((one) => one.id === id))].map(
            ({ id, name: label }) => ({ value: id, label }),
          )}
          onChange={setPicked}
          placeholder="Choose a student"
          className="w-44 max-desk:w-full max-desk:grow"
        />
        <Button
          aria-label={`Link “${name}”`}
          loading={tie.isPending || (busy && tie.isSuccess)}
          disabled={chosen === null}
          onClick={() => void tie.send({ body: { teacherId, name, studentId: chosen } })}
        >
          Link
        </Button>
      </div>
    </DifferenceRow>
  );
};

/** Titles that are linked to students, and a way back. */
const LinkedNames = ({ tied }: Pick<FeedDifferences, 'tied'>) => {
  const tie = useTieName();
  if (tied.length === 0) return null;
  return (
    <details className="border-b border-line-soft py-2">
      <summary className="cursor-pointer font-strong max-desk:py-3">{counted(tied.length, 'linked name')}</summary>
      <ul aria-label="Linked names">
        {tied.map(({ teacherId, name, student }) => (
          <li key={name} className="flex min-h-11 items-center gap-3">
            <p className="min-w-0 grow break-words">
              “{name}” is {student.name}
            </p>
            <Button
              size="small"
              icon={Link2Off}
              aria-label={`Unlink “${name}”`}
              loading={tie.isPending && tie.input?.body.name === name}
              onClick={() => void tie.send({ body: { teacherId, name, studentId: null } })}
            >
              Unlink
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
};

const differing = kinds.filter((kind) => kind !== 'untouched');

const Lists = (props: {
  readonly kinds: readonly Kind[];
  readonly of: FeedDifferences;
  readonly only: Kind | null;
  readonly known: Known;
  readonly students: readonly Student[];
  readonly busy: boolean;
}) => {
  const { of, only, known, students, busy } = props;
  return props.kinds
    .filter((kind) => only === null || only === kind)
    .map((kind) =>
      kind === 'unknown' ? (
        <Section key={kind} look={looks[kind]} rows={of.lists.unknown}>
          {(unknown) => (
            <UnknownName
              key={`${unknown.teacherId} ${unknown.name}`}
              unknown={unknown}
              students={students}
              busy={busy}
            />
          )}
        </Section>
      ) : (
        <Section
          key={`${kind} ${only}`}
          look={looks[kind]}
          rows={of.lists[kind]}
          {...(kind === 'untouched' && only === null ? { atFirst: 0 } : {})}
          {...(kind === 'gone' ? { more: goneText(known, of) } : {})}
        >
          {(row) => {
            const reach = reachIn(known, kind, row);
            return (
              <DifferenceRow
                key={row.key}
                kind={kind}
                when={row}
                title={nameIn(known, row)}
                detail={detailIn(known, kind, row)}
              >
                {reach !== null && <span className="text-ink-3">{reach}</span>}
              </DifferenceRow>
            );
          }}
        </Section>
      ),
    );
};

/** One teacher's feed: how it was read, whether it is read by itself, and what differs. */
export const FeedBlock = (props: {
  readonly of: FeedDifferences;
  /** Only this kind; null for all. */
  readonly only: Kind | null;
  readonly known: Known;
  readonly students: readonly Student[];
  readonly busy: boolean;
  readonly onRetry: () => void;
}) => {
  const { of, only, onRetry, ...lists } = props;
  const { feed, tied } = of;
  const unreadId = useId();
  const unread = unreadText(feed);
  return (
    <section aria-label={feed.teacherName} className="border-b border-line px-6 pb-4 last:border-b-0 max-desk:px-4">
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,22rem)] items-start gap-x-8 gap-y-3 pt-4 pb-1 max-desk:grid-cols-1">
        <div className="min-w-0">
          <h3 className="text-lead font-strong break-words">{feed.teacherName}</h3>
          {feed.ok && <p className="text-ink-2">{feed.detail}</p>}
          {only === null && unread !== '' && (
            <a
              href={`#${unreadId}`}
              className="flex gap-1.5 text-warn underline decoration-1 underline-offset-2 max-desk:py-3"
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(unreadId)?.scrollIntoView({ block: 'start' });
                document.getElementById(unreadId)?.focus({ preventScroll: true });
              }}
            >
              <CircleAlert aria-hidden className="mt-0.75 size-3.5 shrink-0" strokeWidth={2} />
              <span className="min-w-0 break-words">{unread}</span>
            </a>
          )}
        </div>
        <AutoSync
          teacherId={feed.teacherId}
          teacherName={feed.teacherName}
          {...(feed.ok ? {} : { shownError: feed.detail })}
        />
      </div>
      {feed.ok ? (
        <>
          {isSame(of) && !isUnreadable(of) && (
            <p className="py-3 text-ink-2">
              {unread === '' ? 'The calendar and Rondo agree.' : 'What could be read agrees with Rondo.'}
            </p>
          )}
          <Lists kinds={differing} of={of} only={only} {...lists} />
          {only === null && <Unread feed={feed} id={unreadId} busy={lists.busy} onRetry={onRetry} />}
          <Lists kinds={['untouched']} of={of} only={only} {...lists} />
          {only === null && <NotImported feed={feed} />}
          <LinkedNames tied={tied} />
        </>
      ) : (
        <ErrorPanel message={feed.detail} onRetry={onRetry} />
      )}
    </section>
  );
};
