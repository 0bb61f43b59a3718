import type { CurrentUser } from '@rondo/contracts/api/accounts.ts';
import { Appearance } from './Appearance.tsx';
import { Sessions } from './Sessions.tsx';
import { YourData } from './YourData.tsx';

/** The end of the settings: how the screens look, where the user is signed in, and what can be taken along or erased. */
const AccountSections = ({ user }: { readonly user: CurrentUser }) => (
  <>
    <Appearance />
    {!user.isGuest && <Sessions />}
    <YourData user={user} />
  </>
);

export default AccountSections;
