import type { CurrentUser } from '@rondo/contracts/api/account/accounts.ts';
import { useQuery } from '@tanstack/react-query';
import { NotificationBell } from '../../features/calendars/notifications/NotificationBell.tsx';
import { read, queryClient } from '../../api/queries.ts';
import { chooseTheme, showTheme } from '../../lib/page/theme.ts';
import { SearchButton, type SearchState } from '../search/SearchButton.tsx';
import { useLocation } from 'react-router-dom';
import { AccountMenu } from './AccountMenu.tsx';
import { takeEarlyKey } from './early-keys.ts';
import { useEffect, useState } from 'react';
import { withUndoing } from '../../api/commands/undo.ts';
import { keptEntries, namesOf } from '../../api/session/forget-kept.ts';
import { otherTabs, type News } from '../../api/session/other-tabs.ts';
import { loadAnew, replacedBy } from '../../api/session/other-user.ts';
import { answerSessionEnd } from '../../api/session/session-end.ts';
import { toast } from '../../ui/overlays/toast.tsx';

const otherElsewhere = 'Someone else signed in in another tab. What had not been saved here is gone.';
const guestElsewhere =
  'You are using Rondo as a guest in another tab. Create an account to keep that studio, or sign out first.';

/** Acts on what another tab tells this one, which shows the studio of `userId`. */
const useOtherTabs = (userId: string): void => {
  useEffect(() => {
    const channel = otherTabs();
    const hear = ({ data }: MessageEvent<News>): void => {
      if (data.userId === userId) answerSessionEnd(true);
      else if (data.userId !== undefined) return loadAnew(data.userId === null ? undefined : userId);
      void queryClient.invalidateQueries();
    };
    channel.addEventListener('message', hear);
    const left = replacedBy(userId);
    if (left !== null)
      toast({
        title: 'This tab was loaded again',
        description: left === '' ? guestElsewhere : otherElsewhere,
        tone: 'neutral',
        duration: 10_000,
      });
    return () => channel.removeEventListener('message', hear);
  }, [userId]);
};

/** Inputs without text of their own: Ctrl+Z has nothing to undo in them. */
const withoutText = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'range', 'color', 'file']);

/** True in a field whose text the browser itself can undo. */
const isTyping = (target: EventTarget | null): boolean => {
  if (target instanceof HTMLInputElement) return !withoutText.has(target.type);
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLElement && target.isContentEditable)
  );
};

/** On every page: Ctrl+Z (Cmd+Z) undoes this person’s newest change of the last 24 hours, with Shift it redoes it. */
const useUndoKeys = (): void => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented, target } = event;
      if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || altKey) return;
      if (defaultPrevented || isTyping(target)) return;
      event.preventDefault();
      withUndoing(({ takeNewest }) => takeNewest(shiftKey ? 'redo' : 'undo'));
    };
    window.addEventListener('keydown', onKeyDown);
    const pressed = takeEarlyKey();
    if (pressed) onKeyDown(pressed);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
};

/** The user's theme, also when it was chosen on another device. Signed out, the page has that of the device. */
const useTheme = (userId: string): void => {
  const theme = useQuery(read('GET /api/user-preferences', {})).data?.theme;
  useEffect(() => {
    if (theme !== undefined) chooseTheme(userId, theme);
  }, [userId, theme]);
  useEffect(() => () => showTheme('system'), []);
};

/** Sends what this user entered without a network, where something waits. */
const useWaiting = (userId: string): void => {
  useEffect(() => {
    const look = async (): Promise<void> => {
      if (!(await namesOf(keptEntries)).includes(`${keptEntries}${userId}`)) return;
      await (await import('../../features/road/offline/waiting.ts')).begin();
    };
    look().catch(() => undefined);
  }, [userId]);
};

/** Long enough for the new page to have set its title. */
const settled = 300;

/** Announces the new page's title to screen readers; the focus stays where it was. */
const RouteAnnouncer = () => {
  const { pathname } = useLocation();
  const [announced, setAnnounced] = useState<{ readonly pathname: string; readonly title: string }>({
    pathname,
    title: '',
  });
  useEffect(() => {
    if (announced.pathname === pathname) return;
    const timer = setTimeout(() => setAnnounced({ pathname, title: document.title }), settled);
    return () => clearTimeout(timer);
  }, [pathname, announced]);
  return <output className="sr-only">{announced.title}</output>;
};

/** The search, the bell and the gear. They load after the page, whose first load has a budget. */
const HeaderButtons = ({ user }: { readonly user: CurrentUser }) => {
  useUndoKeys();
  useTheme(user.id);
  useOtherTabs(user.id);
  useWaiting(user.id);
  const [search, setSearch] = useState<SearchState>(null);
  return (
    <span className="flex shrink-0">
      <SearchButton userId={user.id} state={search} onChange={setSearch} />
      <NotificationBell />
      <RouteAnnouncer />
      <AccountMenu user={user} onSearch={() => setSearch('palette')} />
    </span>
  );
};

export default HeaderButtons;
