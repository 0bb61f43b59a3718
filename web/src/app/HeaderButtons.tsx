import type { CurrentUser } from '@rondo/contracts/api/accounts.ts';
import { NotificationBell } from '../features/notifications/NotificationBell.tsx';
import { AccountMenu } from './AccountMenu.tsx';

/** The bell and the gear. They load after the page, whose first load has a budget. */
const HeaderButtons = ({ user }: { readonly user: CurrentUser }) => (
  <span className="flex shrink-0">
    <NotificationBell />
    <AccountMenu user={user} />
  </span>
);

export default HeaderButtons;
