import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { settingsQuery } from '../../../api/settings.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import { Figure } from '../../../ui/figures/figure.tsx';
import { ViewLinks } from '../ViewLinks.tsx';
import { few, kinds, nextQuery, sentQuery } from './commands.ts';
import { Kinds } from './Kinds.tsx';
import { Letters } from './Letters.tsx';
import { Recent } from './Recent.tsx';
import { SetupCheck } from './SetupCheck.tsx';

/** What became of today's mail. */
const Today = ({ sent, refused }: { readonly sent: number; readonly refused: number }) => (
  <>
    <Figure parts={[{ number: String(sent) }]} word="sent today" muted={sent === 0} />
    {refused > 0 && <Figure parts={[{ number: String(refused) }]} word="refused" />}
  </>
);

/** The mail to families: what goes by itself, what it says, and what became of it. */
export const Messages = () => {
  const settings = useQuery(settingsQuery).data;
  const [search, setSearch] = useSearchParams();
  const kind = kinds.find((one) => one === search.get('kind')) ?? 'reminder';
  const { data: next } = useQuery(nextQuery(kind));
  const today = useQuery(sentQuery(few)).data?.today;
  return (
    <>
      <title>Messages - Rondo</title>
      <PageHead
        title="Messages"
        subtitle={<p className="text-ink-2">Mail to families. Nothing is sent while its switch is off.</p>}
        figures={today && <Today {...today} />}
        actions={<ViewLinks current="/messages" />}
      />
      <div className="grid grid-cols-1 items-start gap-4 wide:grid-cols-[minmax(0,1fr)_424px]">
        <div className="grid min-w-0 grid-cols-1 gap-6">
          {settings && <Kinds settings={settings} onLook={(one) => setSearch({ kind: one }, { replace: true })} />}
          <div className="wide:hidden">{next && <Letters kind={kind} />}</div>
          <Recent />
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-4">
          <div className="max-wide:hidden">
            <Letters kind={kind} />
          </div>
          <SetupCheck />
        </div>
      </div>
    </>
  );
};
