import type { AnswerTo, InputTo } from '../../../api/calls.ts';
import type { Report, ReportItem } from '@rondo/contracts/api/planner.ts';
import { tooLateTitles } from '@rondo/contracts/api/texts.ts';
import { CallFailed } from '../../../api/call-failed.ts';
import { CatchingUp, command } from '../../../api/client.ts';
import { send, useAction } from '../../../api/commands/command.ts';
import { queryClient } from '../../../api/queries.ts';
import { untoldCountQuery } from '../../../calendar/telling.ts';
import { goTo } from '../../../lib/page/navigation.ts';
import { counted } from '../../../lib/texts.ts';
import type { Toast } from '../../../ui/overlays/toast.tsx';
import { openCalendarOn } from '../commands.ts';
import { reportQuery } from '../queries.ts';

type Decision = { readonly report: Report; readonly status: 'accepted' | 'rejected' };

/** Why a decision was rejected, by the report's current status. */
const statusNow = async (reportId: string): Promise<ReportItem['status'] | null> => {
  const { reportData } = await queryClient.fetchQuery({ ...reportQuery(reportId), staleTime: 0 });
  return Object.values(reportData)[0]?.status ?? null;
};

const decisionFailure = async (error: Error, { report, status }: Decision): Promise<Toast> => {
  const failed = {
    title: 'Error',
    description: `Failed to ${status === 'accepted' ? 'accept' : 'reject'} schedule. Please try again.`,
  };
  if (!(error instanceof CallFailed)) return failed;
  if (error.status === 404)
    return { title: 'Report Not Found', description: `Could not find a report for ${report.teacherName}.` };
  if (error.status !== 409) return failed;
  const now = await statusNow(report.reportId).catch(() => null);
  if (now === 'accepted')
    return status === 'accepted'
      ? { title: tooLateTitles.accepted, description: error.message, tone: 'neutral' }
      : { title: tooLateTitles.rejectingAccepted, description: error.message };
  if (now === 'rejected')
    return {
      title: tooLateTitles.rejected,
      description:
        status === 'accepted'
          ? `${report.teacherName}'s schedule has already been rejected and cannot be accepted.`
          : error.message,
    };
  return { ...failed, description: error.message };
};

/** "Tell 6 families": those who wait, once the count is asked again after the plan was accepted. */
const offerToTellAll = (): Pick<Toast, 'also'> => {
  const { families } = queryClient.getQueryData(untoldCountQuery.queryKey) ?? { families: 0 };
  return families === 0
    ? {}
    : { also: [{ label: `Tell ${counted(families, 'family')}`, run: () => goTo('/changes') }] };
};

type Outcome = Pick<AnswerTo<'PATCH /api/optimization-reports/:id/status'>, 'conflicts' | 'closedFirstDay'>;
const nothingMore: Outcome = { conflicts: [], closedFirstDay: null };

const decisionToast = ({ report, status }: Decision, { conflicts, closedFirstDay }: Outcome): Toast => {
  if (status === 'accepted')
    return {
      title: 'Schedule Accepted',
      description: [`${report.teacherName}'s new schedule is in place.`, closedFirstDay ?? []].flat().join(' '),
      ...offerToTellAll(),
    };
  const title = 'Teacher Schedule Rejected';
  return conflicts.length > 0
    ? {
        title,
        description: `Some restored lessons overlap other entries: ${conflicts.join(' ')}`,
        // Time to read more text, in milliseconds.
        duration: 10_000,
      }
    : { title, description: `${report.teacherName}'s previous lessons are back in place.` };
};

/** Accepts or rejects a plan; both are final. Toasts report the outcome. */
export const useDecide = () =>
  useAction(
    ({ report, status }: Decision) =>
      command('PATCH /api/optimization-reports/:id/status', { params: { id: report.reportId }, body: { status } }),
    {
      onSaved: (_, { report, status }) => {
        if (status === 'accepted') openCalendarOn(report);
      },
      done: (answer, decision) => decisionToast(decision, answer instanceof CatchingUp ? nothingMore : answer),
      failed: decisionFailure,
    },
  );

/** Copies a question to a family, and keeps with the report that it was asked. */
export const askFamily = async (
  reportId: string,
  familyWish: InputTo<'POST /api/optimization-reports/:id/wishes'>['body'],
  message: string,
): Promise<void> => {
  const isCopied = await navigator.clipboard.writeText(message).then(
    () => true,
    () => false,
  );
  await send(
    'POST /api/optimization-reports/:id/wishes',
    { params: { id: reportId }, body: familyWish },
    {
      done: {
        title: isCopied ? 'Message copied' : 'Question noted',
        description: isCopied
          ? 'Paste it where you write to the family. The report remembers the question.'
          : 'The browser did not allow copying. Write to the family: the report remembers the question.',
      },
      failed: 'Failed to keep the question',
    },
  );
};
