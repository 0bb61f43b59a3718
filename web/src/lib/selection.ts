import { useCallback, useMemo, useState } from 'react';

/** Which rows of a list are ticked. A filter hides rows and leaves them ticked; a row that is deleted is no longer. */
export type Selection = {
  readonly ids: ReadonlySet<string>;
  /** How many of them the filter hides. */
  readonly hidden: number;
  /** All rows that are shown. */
  readonly all: boolean;
  readonly toggle: (id: string, on: boolean) => void;
  /** Ticks all rows that are shown, or unticks them when they all are. */
  readonly toggleShown: () => void;
  readonly clear: () => void;
  /** Ticks these rows and no others. */
  readonly replace: (ids: ReadonlySet<string>) => void;
};

const noIds: ReadonlySet<string> = new Set();

/** The ticked rows after all that are shown were ticked, or unticked if they all were. */
export const withShownToggled = (ticked: ReadonlySet<string>, filtered: readonly string[]): ReadonlySet<string> => {
  const isAll = filtered.every((id) => ticked.has(id));
  const next = new Set(ticked);
  for (const id of filtered)
    if (isAll) next.delete(id);
    else next.add(id);
  return next;
};

/** The selection after a click on a row's mark: alone, or added to the others and taken out of them. */
export const selectedAfter = (selected: ReadonlySet<string>, id: string, add: boolean): ReadonlySet<string> => {
  if (!add) return new Set([id]);
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
};

/** The ticked rows that there are, and how many of them a filter hides. */
export const selectionOf = (
  ticked: ReadonlySet<string>,
  { existing, filtered }: { readonly existing: readonly string[]; readonly filtered: readonly string[] },
): Pick<Selection, 'ids' | 'hidden' | 'all'> => {
  if (ticked.size === 0) return { ids: noIds, hidden: 0, all: false };
  const ids = new Set(existing.filter((id) => ticked.has(id)));
  const seen = filtered.filter((id) => ids.has(id)).length;
  return { ids, hidden: ids.size - seen, all: seen > 0 && seen === filtered.length };
};

/** @param existing the ids of all rows @param filtered of those that the filter shows */
export const useSelection = (existing: readonly string[], filtered: readonly string[]): Selection => {
  const [ticked, setTicked] = useState(noIds);
  const toggle = useCallback((id: string, on: boolean) => {
    setTicked((before) => {
      const next = new Set(before);
      if (on) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);
  const clear = useCallback(() => setTicked(noIds), []);
  const of = useMemo(() => selectionOf(ticked, { existing, filtered }), [ticked, existing, filtered]);
  return { ...of, toggle, toggleShown: () => setTicked(withShownToggled(of.ids, filtered)), clear, replace: setTicked };
};
