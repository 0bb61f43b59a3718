import { nameWords } from '@rondo/contracts/people/name-words.ts';
import { instantOf } from '@rondo/contracts/calendar/instants.ts';
import { parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import type { HistoryKind } from '@rondo/contracts/api/history/history-kinds.ts';
import { recordedAtOf } from '../runner/events.ts';
import type { RowOf } from '../runner/read-model.ts';
import type { SourceEvent } from '../runner/source.ts';
import { kindOfCategory, rankOf } from './deed-names.ts';
import type { deedsTable, DeedPart } from './deeds-table.ts';

type DeedRow = RowOf<typeof deedsTable>;

/** How many parts of a batch are kept. */
const keptParts = 20;

/** What an event adds to the row of its batch. */
export type Deed = {
  readonly part: DeedPart | null;
  readonly kind?: HistoryKind;
  /** Besides those of the part. */
  readonly subjects?: readonly string[];
  readonly final?: string;
  readonly calendarOf?: string;
  readonly opens?: boolean;
};

/** The items of the longest list that was made last: a batch of thousands of events looks each of its subjects up. */
let latest: { readonly list: readonly unknown[]; readonly items: Set<unknown> } = { list: [], items: new Set() };

const withNew = <Item>(known: Item[], items: readonly Item[]): Item[] => {
  const isLong = known.length > 32;
  const own = isLong && latest.list === known ? latest.items : new Set<unknown>(known);
  const added = items.filter((item, i) => !own.has(item) && items.indexOf(item) === i);
  if (added.length === 0) return known;
  const list = [...known, ...added];
  for (const item of added) own.add(item);
  if (isLong) latest = { list, items: own };
  return list;
};

/** The text of a part for a search: without names, which change. */
const wordsOf = ({ text }: DeedPart): string => ` ${nameWords(text.replaceAll(/\{[^}]*\}/g, ' ')).join(' ')} `;

/** A part of a series that goes on differently: its end says nothing of its own. */
const isEndOf = (end: DeedPart, other: DeedPart): boolean =>
  end.deed === 'lessonEnd' && end.lessonId === other.continues;

const withPart = (row: DeedRow, part: DeedPart): DeedRow => {
  if (row.parts.some((other) => isEndOf(part, other))) return row;
  const end = row.parts.find((other) => isEndOf(other, part));
  const others = end ? row.parts.filter((other) => other !== end) : row.parts;
  const counts = { ...row.counts, [part.deed]: (row.counts[part.deed] ?? 0) + 1 };
  if (end) counts.lessonEnd = (counts.lessonEnd ?? 1) - 1;
  const isKept = others.length < keptParts;
  return {
    ...row,
    lead: row.lead === null || row.lead === end || rankOf(part.deed) < rankOf(row.lead.deed) ? part : row.lead,
    counts,
    parts: isKept ? [...others, part] : others,
    words: isKept ? row.words + wordsOf(part) : row.words,
  };
};

export const emptyRow = ({ metadata }: SourceEvent, at: string): DeedRow => ({
  studio_id: metadata.studioId,
  batch_id: metadata.batchId,
  first_at: at,
  last_at: at,
  opens: false,
  actor: metadata.actor,
  calendar_of: null,
  kinds: [],
  lead: null,
  counts: {},
  parts: [],
  subjects: [],
  words: '',
  undoes: metadata.undoes ?? null,
  undone_by: null,
  final: null,
});

/** The row of a batch with what one more of its events adds. */
export const withDeed = (
  row: DeedRow,
  recorded: SourceEvent,
  { part, kind, subjects = [], ...deed }: Deed,
): DeedRow => {
  const at = recordedAtOf(recorded);
  const category = parseStreamName(recorded.stream).category;
  const about = part && {
    student: part.studentId,
    teacher: part.teacherId,
    invoice: part.invoiceId,
  };
  const own = Object.entries(about ?? {}).flatMap(([what, id]) => (id === null ? [] : [`${what}:${id}`]));
  const next: DeedRow = {
    ...row,
    last_at: instantOf(at) > instantOf(row.last_at) ? at : row.last_at,
    opens: row.opens || deed.opens === true,
    calendar_of: row.calendar_of ?? deed.calendarOf ?? null,
    kinds: withNew(row.kinds, [
      // What somebody did on a family's page is told with the families.
      ...(recorded.metadata.actor.startsWith('family:') ? (['families'] as const) : []),
      kind ?? kindOfCategory[category] ?? 'settings',
    ]),
    subjects: withNew(row.subjects, [...own, ...subjects]),
    undoes: row.undoes ?? recorded.metadata.undoes ?? null,
    final: row.final ?? deed.final ?? null,
  };
  return part ? withPart(next, part) : next;
};
