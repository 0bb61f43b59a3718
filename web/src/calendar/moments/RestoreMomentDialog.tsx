import type { RestoreProgress } from '@rondo/contracts/api/history/backups.ts';
import { Radio, RadioGroup } from '@headlessui/react';
import { useQuery } from '@tanstack/react-query';
import { Archive, Lock, RotateCcw, type LucideIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTeachers } from '../queries.ts';
import { ProgressBar } from '../../ui/figures/progress-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { LoadingBlocks } from '../../ui/lists/panels.tsx';
import { QueryState } from '../../ui/lists/query-state.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { type MomentRef, momentText, usePlace } from './moment-text.ts';
import { isNothing, PreviewCounts, PreviewGroups } from './PreviewGroups.tsx';
import { previewQuery, useRestore } from './use-restore.ts';
import { numberText } from '../../lib/formats.ts';

const wholeStudio = 'studio';

/** More choices than this do not fit beside each other. */
const mostSegments = 3;

type ScopeOption = { readonly value: string; readonly label: string };

/** What is restored: it comes first, because everything below depends on it. */
const Scope = (props: {
  readonly value: string;
  readonly options: readonly ScopeOption[];
  readonly onChange: (value: string) => void;
}) => {
  const { value, options, onChange } = props;
  if (options.length > mostSegments)
    return <Select label="Restore" value={value} options={options} onChange={onChange} />;
  return (
    <RadioGroup
      aria-label="Restore"
      value={value}
      onChange={onChange}
      className="flex items-center gap-3 max-desk:flex-col max-desk:items-stretch max-desk:gap-1.5"
    >
      <span aria-hidden className="text-ink-2">
        Restore
      </span>
      <span className="flex gap-0.5 rounded-control border border-line bg-card p-0.5 max-desk:flex-col">
        {options.map((option) => (
          <Radio
            key={option.value}
            value={option.value}
            className="flex min-h-[30px] min-w-0 cursor-pointer items-center rounded-block px-3 font-medium text-ink-2 data-checked:bg-accent-tint data-checked:font-strong data-checked:text-ink max-desk:min-h-11"
          >
            <span className="truncate">{option.label}</span>
          </Radio>
        ))}
      </span>
    </RadioGroup>
  );
};

const Running = ({ progress }: { readonly progress: RestoreProgress | null }) => {
  const { done, total, detail } = progress ?? { done: 0, total: 0, detail: 'Preparing' };
  return (
    <div className="grid gap-3 border-b border-line p-6 max-desk:p-4">
      <output className="text-lead font-strong">A restore is running</output>
      <ProgressBar label="Restored so far" value={total > 0 ? done / total : undefined} />
      <p className="text-ink-2 tabular-nums">{total > 0 ? `${numberText(done)} of ${numberText(total)}` : detail}</p>
      <p className="text-ink-3">It continues when you close this dialog.</p>
    </div>
  );
};

const Assurance = (props: { readonly icon: LucideIcon; readonly children: ReactNode }) => {
  const { icon: Icon, children } = props;
  return (
    <p className="flex min-w-0 flex-1 basis-64 gap-2.5 text-small font-small">
      <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
      <span>{children}</span>
    </p>
  );
};

/** Restores the studio, or one teacher's schedule, to a moment. Shows first what would change. */
export default function RestoreMomentDialog(props: {
  readonly moment: MomentRef;
  /** The backup's name, if it has one. */
  readonly name?: string;
  readonly onClose: () => void;
  readonly onRestored?: () => void;
}) {
  const { moment, name, onClose, onRestored } = props;
  const place = usePlace();
  const [scope, setScope] = useState(wholeStudio);
  const teacherId = scope === wholeStudio ? null : scope;
  const teachers = useTeachers();
  const preview = useQuery(previewQuery(moment, teacherId));
  const { restore, isPending, progress } = useRestore(moment);
  const carryOut = async (): Promise<void> => {
    if (!(await restore(teacherId))) return;
    onClose();
    onRestored?.();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      width="wide"
      title={`Restore to ${momentText(moment.asOf, place)}`}
      subtitle={isPending ? name : `${name === undefined ? '' : `${name}. `}A preview. Nothing is changed yet.`}
      bodyClassName="flex flex-col"
      footer={
        <>
          <p className="min-w-0 grow text-ink-2 max-desk:basis-full">
            Restoring replaces the current schedule completely.
          </p>
          <Button onClick={onClose} data-autofocus>
            {isPending ? 'Close' : 'Cancel'}
          </Button>
          <Button
            kind="danger"
            icon={RotateCcw}
            loading={isPending}
            disabled={!preview.data || preview.isFetching || isNothing(preview.data)}
            onClick={() => void carryOut()}
          >
            Restore
          </Button>
        </>
      }
    >
      {isPending ? (
        <>
          <Running progress={progress} />
          {preview.data && <PreviewGroups preview={preview.data} />}
        </>
      ) : (
        <>
          {teachers.length > 0 && (
            <div className="border-b border-line px-6 py-3 max-desk:px-4">
              <Scope
                value={scope}
                options={[
                  { value: wholeStudio, label: 'Whole studio' },
                  ...teachers.map((teacher) => ({ value: teacher.id, label: `${teacher.name}’s schedule` })),
                ]}
                onChange={setScope}
              />
            </div>
          )}
          <div className="grow">
            <QueryState
              query={preview}
              failed="The preview did not load."
              waiting={
                <LoadingBlocks label="Loading the preview" className="grid gap-3 p-6" blocks={['h-16', 'h-40']} />
              }
            >
              {(changes) =>
                isNothing(changes) && changes.staysAway.length === 0 ? (
                  <p className="p-6 text-lead text-ink-2 max-desk:p-4">Nothing has changed since then.</p>
                ) : (
                  <>
                    <PreviewCounts preview={changes} />
                    <PreviewGroups preview={changes} />
                  </>
                )
              }
            </QueryState>
          </div>
          <div className="flex flex-wrap gap-x-8 gap-y-2 border-t border-line bg-paper px-6 py-3 max-desk:px-4">
            <Assurance icon={Lock}>
              <b className="font-strong">Stays:</b> past lessons, invoices, settings, calendar addresses.
            </Assurance>
            <Assurance icon={Archive}>
              <b className="font-strong">A backup comes first:</b> “Before restore”. Undo brings today back.
            </Assurance>
          </div>
        </>
      )}
    </Dialog>
  );
}
