import type { RestoredRows } from '@rondo/contracts/api/history/backups.ts';
import { ArrowRight, Minus, PencilLine, Plus, Users, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import type { AnswerTo } from '../../api/calls.ts';

export type Preview = AnswerTo<'GET /api/restore/preview'>;
type Row = RestoredRows['added'][number] & Partial<Pick<RestoredRows['changed'][number], 'before' | 'after'>>;
type Line = Row & { readonly sign: LucideIcon; readonly spoken: string };

/** A group shows this many rows until it is opened. */
const shownAtFirst = 12;

const signed = (rows: readonly Row[], sign: LucideIcon, spoken: string): Line[] =>
  rows.map((row) => ({ ...row, sign, spoken }));

const linesOf = ({ added, changed, removed }: RestoredRows): Line[] => [
  ...signed(added, Plus, 'Comes back'),
  ...signed(removed, Minus, 'Goes'),
  ...signed(changed, PencilLine, 'Changes'),
];

const groupsOf = ({ lessons, students, teachers, staysAway }: Preview): { title: string; lines: Line[] }[] =>
  [
    { title: 'Come back', lines: signed(lessons.added, Plus, 'Comes back') },
    { title: 'Change', lines: signed(lessons.changed, PencilLine, 'Changes') },
    { title: 'Go', lines: signed(lessons.removed, Minus, 'Goes') },
    { title: 'People', lines: [...linesOf(teachers), ...linesOf(students)] },
    { title: 'Stay away', lines: signed(staysAway, Minus, 'Stays away') },
  ].filter(({ lines }) => lines.length > 0);

/** What becomes of a row: a time that changes is struck out before the one that it was. */
const Becomes = ({ text, before, after }: Row) => {
  const isMove = typeof before === 'string' && typeof after === 'string';
  if (!isMove) return <>{text}</>;
  return (
    <>
      <s className="text-ink-3 max-desk:block">{before}</s>
      <span className="inline-block">
        <ArrowRight
          aria-hidden
          className="mx-2 inline size-3.5 align-[-2px] text-ink-3 max-desk:ml-0"
          strokeWidth={1.75}
        />
        <span className="sr-only"> becomes </span>
        <span className="text-ink">{after}</span>
      </span>
    </>
  );
};

const Group = ({ title, lines }: { readonly title: string; readonly lines: readonly Line[] }) => {
  const [open, setOpen] = useState(false);
  const visible = open ? lines : lines.slice(0, shownAtFirst);
  const rest = lines.length - visible.length;
  return (
    <section className="grid grid-cols-[136px_minmax(0,1fr)] border-b border-line px-6 py-1.5 last:border-b-0 max-desk:grid-cols-1 max-desk:px-4">
      <h3 className="py-[7px] font-strong max-desk:pb-0">{title}</h3>
      <ul aria-label={title}>
        {visible.map(({ sign: Sign, spoken, ...row }) => (
          <li
            key={`${spoken} ${row.id}`}
            className="grid min-h-[34px] grid-cols-[20px_minmax(0,232px)_minmax(0,1fr)] items-center gap-3 border-b border-line-soft py-1.5 last:border-b-0 max-desk:grid-cols-[20px_minmax(0,1fr)] max-desk:gap-y-0"
          >
            <span className="grid size-5 place-items-center rounded-chip border border-line text-ink-2">
              <Sign aria-hidden className="size-3" strokeWidth={2} />
              <span className="sr-only">{spoken}:</span>
            </span>
            <span className="min-w-0 font-strong break-words">{row.name}</span>
            <span className="min-w-0 break-words text-ink-2 tabular-nums max-desk:col-start-2">
              <Becomes {...row} />
            </span>
          </li>
        ))}
        {rest > 0 && (
          <li>
            <Button kind="quiet" className="-ml-2.5" onClick={() => setOpen(true)}>
              and {rest} more
            </Button>
          </li>
        )}
      </ul>
    </section>
  );
};

/** What a restore would change, one by one. Focusable, so that the dialog scrolls from the keyboard even without another control. */
export const PreviewGroups = ({ preview }: { readonly preview: Preview }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <section aria-label="What changes" tabIndex={0} className="focus-visible:-outline-offset-2">
    {groupsOf(preview).map(({ title, lines }) => (
      <Group key={title} title={title} lines={lines} />
    ))}
  </section>
);

const sum = ({ added, removed, changed }: RestoredRows): number => added.length + removed.length + changed.length;

/** What a restore would change, in four numbers. */
export const PreviewCounts = ({ preview: { lessons, students, teachers } }: { readonly preview: Preview }) => {
  const counts = [
    { count: lessons.added.length, one: 'entry comes back', many: 'entries come back', sign: Plus },
    { count: lessons.changed.length, one: 'entry changes', many: 'entries change', sign: PencilLine },
    { count: lessons.removed.length, one: 'entry goes', many: 'entries go', sign: Minus },
    { count: sum(students) + sum(teachers), one: 'person changes', many: 'people change', sign: Users },
  ];
  return (
    <div className="grid auto-cols-fr grid-flow-col border-b border-line max-desk:grid-flow-row max-desk:grid-cols-2">
      {counts.map(({ count, one, many, sign: Sign }) => (
        <p
          key={one}
          className="border-l border-line px-6 py-3 first:border-l-0 max-desk:border-l-0 max-desk:px-4 max-desk:py-2 max-desk:nth-[even]:border-l"
        >
          <span className={cn('block text-figure font-figure tabular-nums', count === 0 && 'text-ink-3')}>{count}</span>{' '}
          <span className="flex items-center gap-1.5 text-ink-2">
            <Sign aria-hidden className="size-3.5 shrink-0 text-ink-3" strokeWidth={1.75} />
            {count === 1 ? one : many}
          </span>
        </p>
      ))}
    </div>
  );
};

export const isNothing = ({ lessons, students, teachers }: Preview): boolean =>
  sum(lessons) + sum(students) + sum(teachers) === 0;
