import { longestSearch } from '@rondo/contracts/people/search-words.ts';
import {
  Combobox,
  ComboboxInput,
  ComboboxOption,
  ComboboxOptions,
  Dialog,
  DialogBackdrop,
  DialogPanel,
  DialogTitle,
} from '@headlessui/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { read } from '../../api/queries.ts';
import { useToday } from '../../api/today.ts';
import type { Subscriber } from '../../calendar/sharing/subscriber.ts';
import { askedIn, entryIcons, firstCommands, groupsFor, type Entry, type Group } from './entries.ts';
import { recentEntries, rememberEntry } from './recent.ts';

/** Milliseconds without a key until the server is asked. */
const patience = 120;

const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), patience);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
};

const lineId = ({ key }: Entry): string => `search-${key.replaceAll(' ', '-')}`;

const Line = ({ entry }: { readonly entry: Entry }) => {
  const Icon = entry.icon ?? entryIcons[entry.kind];
  return (
    <ComboboxOption
      id={lineId(entry)}
      value={entry}
      className="flex min-h-11 cursor-default items-center gap-3 rounded-block px-3 py-1.5 data-focus:bg-accent-tint"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} />
      <span className="min-w-0">
        <span className="block truncate font-strong">{entry.label}</span>
        {entry.detail !== '' && <span className="block truncate text-small text-ink-2">{entry.detail}</span>}
      </span>
    </ComboboxOption>
  );
};

const Lines = ({ title, entries }: Group) => (
  // A listbox takes groups of options by this role, and nothing but options in them: the title names the group.
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
  <div role="group" aria-label={title} className="py-1">
    <p aria-hidden className="px-3 py-1.5 text-small font-small text-ink-3">
      {title}
    </p>
    {entries.map((entry) => (
      <Line key={entry.key} entry={entry} />
    ))}
  </div>
);

/** Before anything is typed: what was opened last, then what is done most. */
const startGroups = (userId: string): Group[] => {
  const recent = recentEntries(userId);
  return [
    ...(recent.length === 0 ? [] : [{ title: 'Recent', entries: recent }]),
    {
      title: 'Commands',
      entries: firstCommands.filter(({ key }) => recent.every((one) => one.key !== key)),
    },
  ];
};

/** Finds people, invoices, days and commands by what is typed, and opens them. */
export default function SearchPalette(props: {
  readonly userId: string;
  readonly onShare: (subscriber: Subscriber) => void;
  readonly onClose: () => void;
}) {
  const { userId, onShare, onClose } = props;
  const navigate = useNavigate();
  const today = useToday();
  const [typed, setTyped] = useState('');
  const [start] = useState(() => startGroups(userId));
  const { q } = askedIn(useSettled(typed));
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery({
    ...read('GET /api/search', { query: { q } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const isAsked = askedIn(typed).q !== '';
  const isEmpty = typed.trim() === '';
  const isOld = isPlaceholderData || askedIn(typed).q !== q;
  const answer = isAsked && q !== '' && data ? { found: data, isOld } : null;
  const groups = isEmpty ? start : groupsFor(typed, answer, today);
  const isWaiting = isAsked && (isFetching || askedIn(typed).q !== q);
  const choose = (entry: Entry | null): void => {
    if (!entry) return;
    rememberEntry(userId, entry);
    const { leads } = entry;
    if ('shares' in leads) return onShare(leads.shares);
    onClose();
    void navigate(leads.to);
  };
  /** Enter opens the active line, or the first one where none is active: while the lines change, the active one may be gone already. */
  const openLine = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const active = event.currentTarget.getAttribute('aria-activedescendant');
    const lines = groups.flatMap(({ entries }) => entries);
    choose(lines.find((entry) => lineId(entry) === active) ?? lines[0] ?? null);
  };
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  const status = isWaiting
    ? 'Searching...'
    : isError
      ? 'The search did not load.'
      : `Nothing found for “${typed.trim()}”.`;
  return (
    <Dialog open onClose={onClose} className="fixed inset-0 z-30">
      <DialogBackdrop className="fixed inset-0 bg-[light-dark(oklch(0.25_0.012_60/.42),oklch(0.08_0.005_60/.66))]" />
      <div className="fixed inset-0 flex justify-center desk:px-3 desk:pt-[12dvh] desk:pb-3">
        <DialogPanel
          onKeyDownCapture={(event: KeyboardEvent) => {
            // Else the first Escape would only close the list, which stays on the screen.
            if (event.key === 'Escape') onClose();
          }}
          className="flex h-dvh w-full flex-col overflow-hidden bg-raised desk:h-fit desk:max-h-[min(560px,76dvh)] desk:max-w-[620px] desk:rounded-dialog desk:border desk:border-line"
        >
          <DialogTitle className="sr-only">Search</DialogTitle>
          <Combobox<Entry | null> immediate value={null} onChange={choose}>
            <div className="flex shrink-0 items-center gap-3 border-b border-line px-4">
              <Search aria-hidden className="size-5 shrink-0 text-ink-3" strokeWidth={1.75} />
              <ComboboxInput
                data-autofocus
                aria-label="Search"
                autoComplete="off"
                maxLength={longestSearch}
                placeholder="People, invoices, days, commands"
                onChange={({ target }) => setTyped(target.value)}
                onKeyDown={openLine}
                className="h-14 min-w-0 grow bg-transparent text-lead outline-none placeholder:text-ink-3"
              />
              <button
                type="button"
                onClick={onClose}
                className="rounded-control px-2 text-ink-2 hover:text-ink max-desk:h-11"
              >
                Close
              </button>
            </div>
            <ComboboxOptions static modal={false} className="min-h-0 grow overflow-auto p-1.5">
              {groups.map((group) => (
                <Lines key={group.title} {...group} />
              ))}
            </ComboboxOptions>
          </Combobox>
          {count === 0 && (
            <div className="flex items-center gap-3 px-5 pb-4 text-ink-2 break-words">
              <output className="min-w-0 break-words">{status}</output>
              {isError && !isWaiting && (
                <button type="button" className="text-accent underline" onClick={() => void refetch()}>
                  Try again
                </button>
              )}
            </div>
          )}
          <output className="sr-only">{count === 0 || isWaiting ? '' : `${count} found`}</output>
        </DialogPanel>
      </div>
    </Dialog>
  );
}
