import type { CurrentUser } from '@rondo/contracts/api/accounts.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { NotificationBell } from '../../features/calendars/notifications/NotificationBell.tsx';
import { useOtherTabs } from '../use-other-tabs.ts';
import { read } from '../../api/queries.ts';
import { chooseTheme, showTheme } from '../../lib/page/theme.ts';
import { AccountMenu } from './AccountMenu.tsx';

/** The user's theme, also when it was chosen on another device. Signed out, the page has that of the device. */
const useTheme = (userId: string): void => {
  const theme = useQuery(read('GET /api/user-preferences', {})).data?.theme;
  useEffect(() => {
    if (theme !== undefined) chooseTheme(userId, theme);
  }, [userId, theme]);
  useEffect(() => () => showTheme('system'), []);
};

/** The bell and the gear. They load after the page, whose first load has a budget. */
const HeaderButtons = ({ user }: { readonly user: CurrentUser }) => {
  useTheme(user.id);
  useOtherTabs(user.id);
  return (
    <span className="flex shrink-0">
      <NotificationBell />
      <AccountMenu user={user} />
    </span>
  );
};

export default HeaderButtons;
