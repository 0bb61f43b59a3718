import type { CurrentUser } from '@rondo/contracts/api/account/accounts.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { Route } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { CallFailed } from '../../../api/call-failed.ts';
import { Button } from '../../../ui/button.tsx';
import { counted, joined } from '../../../lib/texts.ts';
import { Segments } from '../../../ui/fields/choice.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { ErrorPanel, LoadingBlocks } from '../../../ui/lists/panels.tsx';
import { confirm } from '../../../ui/overlays/confirm.ts';
import { useGenerate, type StartGrid } from '../commands.ts';
import { useMoves } from '../moves/use-moves.ts';
import { PinnedPairs } from './PinnedPairs.tsx';
import { Checklist } from './Checklist.tsx';
import { ReviewButton, RunButtons, RunComplete, RunProgress } from './Run.tsx';
import { RunOptions, useChoices, worthOf } from './RunOptions.tsx';
import { useGenerating, type Generating } from '../queries.ts';
import { overwriteSentences } from './Warnings.tsx';

const MovesPane = lazy(() => import('../moves/MovesPane.tsx'));

type GenerateDialogProps = {
  readonly user: CurrentUser;
  readonly today: IsoDate;
  /** The teacher whose week another screen asks for. */
  readonly teacherId: string | null;
  readonly onClose: () => void;
  readonly onReview: (reportId: string) => void;
};

/** An error may be below what a phone shows. */
const intoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });

const title = 'Generate Optimized Schedule';

/** The button that takes the focus when a run is over without a result, and the choices are back. */
const useFocusAfterRun = (isPending: boolean) => {
  const button = useRef<HTMLButtonElement>(null);
  const hasRun = useRef(false);
  useEffect(() => {
    if (hasRun.current && !isPending) button.current?.focus();
    hasRun.current = isPending;
  }, [isPending]);
  return button;
};

const Choosing = (props: { readonly data: Generating } & GenerateDialogProps) => {
  const { data, user, today, onClose, onReview } = props;
  const choices = useChoices(data, today, props.teacherId);
  const { teachers, candidates, selected, startsOn } = choices;
  const [worth, setWorth] = useState('');
  const lessonWorth = worthOf(worth);
  const [startGrid, setStartGrid] = useState<StartGrid>();
  const generating = useGenerate(user.id);
  const { run, underWay } = generating;
  const start = useFocusAfterRun(run.isPending);
  const [view, setView] = useState<'students' | 'families'>('students');
  const families = useMoves(
    choices.moves,
    {
      teacherIds: teachers.map(({ id }) => id),
      together: choices.together,
      studentIds: [...choices.ids],
      startsOn,
      startGrid,
      tolerance: choices.tolerance,
    },
    view === 'families' && !run.isPending && !run.isSuccess,
  );
  const most = choices.moves === 'any' ? null : families.most;
  const questions = overwriteSentences(selected, startsOn, most);
  // The number of families is not known yet.
  const isOpen = choices.moves === 'some' && most === null;
  const generate = (force = false): void => {
    if (teachers.length > 0 && lessonWorth !== undefined && !isOpen)
      void run.send({
        teacherIds: teachers.map(({ id }) => id),
        together: choices.together,
        studentIds: selected.map(({ student }) => student.id),
        startsOn,
        lessonWorth: most === null ? lessonWorth : null,
        startGrid,
        ...(most === null ? {} : { maxMoved: most, tolerance: choices.tolerance }),
        force,
      });
  };
  const confirmGeneration = (): void =>
    confirm({
      title: 'Schedule Overwrite Warning',
      text: (
        <>
          {questions.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          <p>You review the result first. Nothing is final until you accept it.</p>
        </>
      ),
      action: 'Continue with Generation',
      run: () => generate(),
    });
  const refusal = run.error instanceof CallFailed ? run.error.refusal : null;
  const pairs = refusal?.kind === 'pinned' ? refusal.pairs : [];
  const checklist = (
    <Checklist candidates={candidates} startsOn={startsOn} selected={choices.ids} onSelect={choices.select} />
  );
  const choosing = !run.isPending && !run.isSuccess;
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      width={run.isSuccess ? 'normal' : 'wide'}
      // A run continues without its dialog; an accidental click must not hide it.
      dirty={run.isPending}
      bodyClassName={choosing ? 'desk:h-[calc(100dvh-170px)] desk:max-h-[626px]' : ''}
      footer={footerOf()}
    >
      {run.isPending && (
        <RunProgress
          teacher={joined(teachers.map(({ name }) => name))}
          students={selected.length}
          underWay={underWay}
        />
      )}
      {run.answer && <RunComplete run={run.answer} />}
      {choosing && (
        <div className="grid grid-cols-1 desk:h-full desk:grid-cols-[304px_minmax(0,1fr)] desk:grid-rows-[minmax(0,1fr)]">
          <RunOptions
            data={data}
            choices={{
              ...choices,
              chooseMoves: (moves) => {
                choices.chooseMoves(moves);
                setView(moves === 'some' ? 'families' : 'students');
              },
            }}
            today={today}
            worth={worth}
            onWorth={setWorth}
            startGrid={startGrid}
            onStartGrid={setStartGrid}
            families={families}
          />
          <div className="flex min-h-0 flex-col">
            {run.error && (
              <div ref={intoView} className="scroll-mb-4 px-6 pt-4 max-desk:px-4">
                {pairs.length > 0 ? (
                  <PinnedPairs pairs={pairs} rows={data.rows} startsOn={startsOn} onPlanAnyway={() => generate(true)} />
                ) : (
                  <ErrorPanel message={run.error.message} />
                )}
              </div>
            )}
            {choices.moves === 'some' ? (
              <>
                <Segments
                  label="Show"
                  hidden
                  value={view}
                  onChange={setView}
                  options={[
                    { value: 'students', label: counted(selected.length, 'student') },
                    { value: 'families', label: 'Families that move' },
                  ]}
                  className="w-fit px-6 pt-4 max-desk:w-full max-desk:px-4"
                />
                {view === 'students' ? (
                  checklist
                ) : (
                  <div className="min-h-0 grow px-6 pt-3.5 pb-4 max-desk:px-4 desk:overflow-auto">
                    <Suspense fallback={<LoadingBlocks label="Loading the curve" blocks={['h-64']} />}>
                      <MovesPane moves={families} />
                    </Suspense>
                  </div>
                )}
              </>
            ) : (
              checklist
            )}
          </div>
        </div>
      )}
    </Dialog>
  );

  function footerOf() {
    if (run.isPending)
      return <RunButtons underWay={underWay} onCancel={generating.cancel} onKeepBest={generating.keepBest} />;
    if (run.answer) return <ReviewButton run={run.answer} onReview={onReview} />;
    return (
      <>
        <p className="min-w-0 grow text-ink-2 max-desk:basis-full max-desk:text-center max-desk:text-small">
          You review the result first. Families keep their current times until you accept it.
        </p>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          ref={start}
          kind="primary"
          icon={Route}
          disabled={teachers.length === 0 || selected.length === 0 || lessonWorth === undefined || isOpen}
          onClick={() => (questions.length > 0 ? confirmGeneration() : generate())}
        >
          Generate Schedule
        </Button>
      </>
    );
  }
};

/** Whom to place and from when; then the run, and its result. */
export default function GenerateDialog(props: GenerateDialogProps) {
  const { data, error, retry } = useGenerating(props.today);
  if (data) return <Choosing {...props} data={data} />;
  return (
    <Dialog open onClose={props.onClose} title={title} width="wide">
      {error ? (
        <ErrorPanel message={`Teachers and students did not load. ${error.message}`} onRetry={retry} />
      ) : (
        <LoadingBlocks
          label="Loading teachers and students"
          className="grid grid-cols-[256px_minmax(0,1fr)] gap-6"
          blocks={['h-72', 'h-96']}
        />
      )}
    </Dialog>
  );
}
