import type { Account } from '@rondo/contracts/api/payer-accounts.ts';
import type { Household } from '@rondo/contracts/api/people/households.ts';
import { familyInWords } from '@rondo/contracts/people/family-name.ts';
import { PencilLine, Trash2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import { goTo } from '../../../lib/page/navigation.ts';
import { studentPath } from '../../../lib/people.ts';
import { factLink } from '../../../ui/lists/facts.tsx';
import { confirm } from '../../../ui/overlays/confirm.ts';
import type { MenuEntry } from '../../../ui/overlays/menu-face.tsx';
import { deleteFamily } from './commands.ts';

const getsWords = { invoices: 'invoices', schedule: 'schedule', both: 'invoices and schedule' } as const;

/** Under the name of a family: its students, and whom to write to. */
export const Family = ({ household, account }: { readonly household: Household; readonly account: Account }) => (
  <>
    <p className="flex flex-wrap gap-x-2 text-ink-2">
      {account.students.map(({ id, name }) => (
        <Link key={id} to={studentPath(id)} className={`font-control text-accent ${factLink}`}>
          {name}
        </Link>
      ))}
    </p>
    {household.contacts.length > 0 && (
      <ul aria-label="Contacts" className="mt-1 grid gap-0.5">
        {household.contacts.map(({ id, name, email, phone, gets }) => (
          <li key={id} className="flex flex-wrap gap-x-2 text-small break-words text-ink-2">
            <span className="font-control text-ink">{name}</span>
            {email !== null && (
              <a href={`mailto:${email}`} className={`min-w-0 break-all ${factLink}`}>
                {email}
              </a>
            )}
            {phone !== null && (
              <a href={`tel:${phone}`} className={factLink}>
                {phone}
              </a>
            )}
            <span className="text-ink-3">gets {getsWords[gets]}</span>
          </li>
        ))}
      </ul>
    )}
  </>
);

/** What can be done with a family. One that has an account stays. */
export const familyActions = (household: Household, hasLines: boolean, onEdit: () => void): MenuEntry[] => [
  { label: 'Edit family', icon: PencilLine, apart: true, onSelect: onEdit },
  ...(hasLines
    ? []
    : [
        {
          label: 'Delete family',
          icon: Trash2,
          onSelect: () =>
            confirm({
              title: `Delete ${familyInWords(household.name)}?`,
              text: <p>Its students stay. Each of them has an account of their own again.</p>,
              action: 'Delete Family',
              run: async () => {
                if (await deleteFamily(household)) goTo('/students');
              },
            }),
        },
      ]),
];
