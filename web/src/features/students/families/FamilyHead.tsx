import type { Account } from '@rondo/contracts/api/payer-accounts.ts';
import type { Household } from '@rondo/contracts/api/people/households.ts';
import { familyInWords } from '@rondo/contracts/people/family-name.ts';
import { PencilLine, Trash2 } from 'lucide-react';
import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import { goTo } from '../../../lib/page/navigation.ts';
import { studentPath } from '../../../lib/people.ts';
import { factLink } from '../../../ui/lists/facts.tsx';
import { confirm } from '../../../ui/overlays/confirm.ts';
import type { MenuEntry } from '../../../ui/overlays/menu-face.tsx';
import { childrenOf } from '../../invoices/model/words.ts';
import { deleteFamily } from './commands.ts';

/** Under the name of a family: its students, each a way to their page. */
export const Family = ({ account }: { readonly account: Account }) => {
  const { payer, students } = account;
  return (
    <p className="text-ink-2">
      {students.map(({ id, name }, i) => (
        <Fragment key={id}>
          {i > 0 && (i === students.length - 1 ? ' and ' : ', ')}
          <Link to={studentPath(id)} className={`${factLink} max-desk:after:-inset-x-2.5!`}>
            {childrenOf(payer.name, [name])}
          </Link>
        </Fragment>
      ))}
      {students.length === 0 && 'No students'}
    </p>
  );
};

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
