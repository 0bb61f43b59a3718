import { createContext, lazy, Suspense, use, useCallback, useEffect, useId, useState, type ReactNode } from 'react';
import { useLeaveGuard } from '../../../forms/leave-guard.ts';
import { fetchIdly } from '../../../lib/page/drawn.ts';
import { useUnloadGuard } from '../../../api/session/unload-guard.ts';

const fetchCode = () => import('../../../ui/overlays/discard-question.tsx');
const DiscardQuestion = lazy(async () => ({ default: (await fetchCode()).DiscardQuestion }));
fetchIdly(fetchCode);

type Unsaved = { readonly saving: boolean; readonly unconfirmed: boolean };
type Report = (section: string, unsaved: Unsaved | null) => void;

const Sections = createContext<Report>(() => undefined);

/** Asks before Back or a link loses what is not saved in any section. One for the page: the router heeds a single blocker, the last one. */
export const UnsavedGuard = ({ children }: { readonly children: ReactNode }) => {
  const [sections, setSections] = useState<ReadonlyMap<string, Unsaved>>(new Map());
  const report = useCallback<Report>((section, unsaved) => {
    setSections((before) => {
      const others = [...before].filter(([one]) => one !== section);
      return new Map(unsaved ? [...others, [section, unsaved]] : others);
    });
  }, []);
  const all = [...sections.values()];
  const isSent = all.every(({ saving, unconfirmed }) => saving || unconfirmed);
  const leaving = useLeaveGuard(sections.size > 0);
  useUnloadGuard(sections.size > 0);
  return (
    <Sections value={report}>
      {children}
      {leaving.asking && (
        <Suspense>
          <DiscardQuestion {...leaving} saving={isSent && all.some(({ saving }) => saving)} unconfirmed={isSent} />
        </Suspense>
      )}
    </Sections>
  );
};

/** Tells the page whether a section has something that is not saved. */
export const useUnsaved = ({ isDirty, saving, unconfirmed }: Unsaved & { readonly isDirty: boolean }): void => {
  const report = use(Sections);
  const section = useId();
  useEffect(() => {
    if (!isDirty) return;
    report(section, { saving, unconfirmed });
    return () => report(section, null);
  }, [report, section, isDirty, saving, unconfirmed]);
};
