import type { CurrentUser } from '@rondo/contracts/api/accounts.ts';
import { Sessions } from './Sessions.tsx';
import { YourData } from './YourData.tsx';

/** The end of the settings: where the user is signed in, and what can be taken along or erased. */
const AccountSections = ({ user }: { readonly user: CurrentUser }) => (
  <>
    {!user.isGuest && <Sessions />}
    <YourData user={user} />
  </>
);

export default AccountSections;
