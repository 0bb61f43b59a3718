import type { CurrentUser } from '@rondo/contracts/api/accounts.ts';
import { OwnEmail } from './OwnEmail.tsx';
import { Sessions } from './Sessions.tsx';
import { YourData } from './YourData.tsx';
import type { Theme } from '@rondo/contracts/api/studio.ts';
import { useQuery } from '@tanstack/react-query';
import { Moon, Sun, SunMoon } from 'lucide-react';
import { preferencesQuery } from '../../../calendar/queries.ts';
import { Segments } from '../../../ui/fields/choice.tsx';
import { useChooseTheme } from '../commands.ts';
import { Section } from '../../../ui/lists/section.tsx';

const options = [
  { value: 'system', label: 'System', icon: SunMoon },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const;

/** The colors of the screens, chosen with one click. */
const Appearance = () => {
  const theme = useQuery(preferencesQuery).data?.theme ?? 'system';
  const choose = useChooseTheme();
  return (
    <Section title="Appearance" about="For your account, on every device.">
      <Segments<Theme> label="Theme" value={theme} options={options} onChange={choose} className="max-w-sm" />
    </Section>
  );
};

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
