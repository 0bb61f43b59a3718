import type { CurrentUser } from '@rondo/contracts/api/accounts.ts';
import { Appearance } from './Appearance.tsx';
import { OwnEmail } from './OwnEmail.tsx';
import { Sessions } from './Sessions.tsx';
import { YourData } from './YourData.tsx';

/** The end of the settings: how the screens look, the account's address, where the user is signed in, and what can be taken along or erased. */
const AccountSections = ({ user }: { readonly user: CurrentUser }) => (
  <>
    <Appearance />
    {!user.isGuest && <OwnEmail />}
    {!user.isGuest && <Sessions />}
    <YourData user={user} />
  </>
);

export default AccountSections;
