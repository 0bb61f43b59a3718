import type { PolicyView } from '@rondo/contracts/api/studio/policy.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { read } from '../../../api/queries.ts';
import { useToday } from '../../../api/today.ts';
import { Button } from '../../../ui/button.tsx';
import { QueryState } from '../../../ui/lists/query-state.tsx';
import { PolicyOutline } from '../components/FormOutlines.tsx';
import { usePolicyCommands } from './commands.ts';
import { PolicyForm } from './PolicyForm.tsx';
import { examplePolicy } from './policy-values.ts';

/** A version that begins later. */
const Later = ({ version }: { readonly version: PolicyView }) => {
  const { remove } = usePolicyCommands();
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 border-b border-line-soft py-2">
      <span>
        {version.off ? 'No policy' : 'Another policy'} from {shortDate(version.from)}
      </span>
      <Button
        size="small"
        aria-label={`Remove what begins on ${shortDate(version.from)}`}
        onClick={() => void remove.send({ params: { id: version.id } })}
      >
        Remove
      </Button>
    </li>
  );
};

const Versions = (props: {
  readonly current: PolicyView | null;
  readonly versions: readonly PolicyView[];
  readonly today: IsoDate;
}) => {
  const { current, versions, today } = props;
  const [isNew, setNew] = useState(false);
  const { enter } = usePolicyCommands();
  const later = versions.filter(({ from }) => from > today);
  const own = current === null || current.off ? null : current;
  return (
    <div className="grid gap-3">
      {own ? (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-ink-2">In force since {shortDate(own.from)}.</p>
          <Button
            kind="quiet"
            className="-mr-2.5"
            disabled={enter.isPending}
            onClick={() => void enter.send({ body: { from: today, off: true } })}
          >
            End the policy
          </Button>
        </div>
      ) : (
        !isNew && (
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="text-ink-2">Every cancelled lesson is free of charge.</p>
            <Button icon={ScrollText} onClick={() => setNew(true)}>
              Set up a policy
            </Button>
          </div>
        )
      )}
      {later.length > 0 && (
        <ul aria-label="Later policies" className="border-t border-line">
          {later.map((version) => (
            <Later key={version.id} version={version} />
          ))}
        </ul>
      )}
      {(own !== null || isNew) && (
        <PolicyForm
          key={own?.id ?? 'new'}
          terms={own ?? examplePolicy}
          isNew={own === null}
          today={today}
          onDone={() => setNew(false)}
        />
      )}
    </div>
  );
};

/** What is agreed with families about lessons that are cancelled. */
export default function Policy() {
  const policy = useQuery(read('GET /api/policy', { query: {} }));
  const today = useToday();
  return (
    <QueryState query={policy} failed="The cancellation policy did not load." waiting={<PolicyOutline />}>
      {(loaded) => <Versions {...loaded} today={today} />}
    </QueryState>
  );
}
