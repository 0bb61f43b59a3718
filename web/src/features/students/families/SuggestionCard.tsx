import type { HouseholdSuggestion } from '@rondo/contracts/api/people/households.ts';
import { familyInWords } from '@rondo/contracts/people/family-name.ts';
import { Users } from 'lucide-react';
import { joined } from '../../../lib/texts.ts';
import { Button } from '../../../ui/button.tsx';
import type { StudentRow } from '../roster.ts';
import { useDismiss, useMakeFamily } from './commands.ts';

/** "Daniel and Grace Osei"; "Daniel Osei and Grace Ito". */
const namesOf = (rows: readonly StudentRow[]): string => {
  const people = rows.map(({ student }) => student);
  const [first] = people;
  if (people.length > 1 && people.every(({ lastName }) => lastName === first?.lastName))
    return `${joined(people.map(({ firstName }) => firstName))} ${first?.lastName ?? ''}`.trim();
  return joined(people.map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim()));
};

/** Students who seem to be one family. It is gone once it is answered. */
export const SuggestionCard = (props: {
  readonly suggestion: HouseholdSuggestion;
  readonly rows: readonly StudentRow[];
}) => {
  const { suggestion, rows } = props;
  const make = useMakeFamily();
  const dismiss = useDismiss();
  const isBusy = make.isPending || dismiss.isPending;
  const { studentIds, householdId, name, text } = suggestion;
  const names = namesOf(rows.filter(({ student }) => studentIds.includes(student.id)));
  const isOne = studentIds.length === 1;
  const question =
    householdId === null
      ? `Are ${names} one family?`
      : `${isOne ? 'Does' : 'Do'} ${names} belong to ${familyInWords(name)}?`;
  return (
    <section
      aria-label="Suggestion"
      className="mb-3 flex items-center gap-3.5 rounded-card border border-line bg-card px-4 py-2.5 max-desk:flex-wrap"
    >
      <Users aria-hidden className="size-[18px] shrink-0 text-ink-2" strokeWidth={1.75} />
      <div className="min-w-0 grow basis-0 break-words">
        <p className="font-strong">{question}</p>
        <p className="text-ink-2">{text} One family has one account and gets one invoice.</p>
      </div>
      <div className="flex shrink-0 gap-2 max-desk:w-full max-desk:*:flex-1">
        <Button kind="quiet" disabled={isBusy} onClick={() => void dismiss.send(suggestion)}>
          Not a family
        </Button>
        <Button loading={make.isPending} disabled={isBusy} onClick={() => void make.send(suggestion)}>
          {householdId === null ? 'Make a family' : 'Add to family'}
        </Button>
      </div>
    </section>
  );
};
