import type { Report } from '@rondo/contracts/api/planner.ts';
import { Check } from 'lucide-react';
import { isWaiting } from '../../../lib/waiting-plan.ts';
import { Button } from '../../../ui/button.tsx';
import { confirm } from '../../../ui/overlays/confirm.ts';
import { joined } from '../../../lib/texts.ts';
import { losers } from '../model/plan.ts';

type DecisionFooterProps = {
  readonly report: Report;
  readonly accepted: boolean;
  /** False for this browser's copy, which cannot be decided on. */
  readonly reachable: boolean;
  readonly busy: boolean;
  readonly onAccept: (report: Report) => void;
  readonly onReject: (report: Report) => void;
};

/** What accepting takes away, in sentences. */
const priceOf = (report: Report): string[] => {
  const lost = losers(report);
  return [
    ...(lost.length > 0
      ? [
          `${joined(lost)} ${lost.length === 1 ? 'loses the current lesson' : 'lose their current lessons'}: no time was found.`,
        ]
      : []),
    ...report.elsewhere.map(({ studentName, teacherName }) => `${studentName}'s lesson with ${teacherName} ends.`),
  ];
};

const statusLine = ({ status, withdrawn }: Report): string =>
  `Status: ${status}${status === 'pending' && withdrawn ? ', withdrawn' : ''}`;

const confirmAcceptance = (price: readonly string[], onAccept: () => void): void =>
  confirm({
    title: 'Accept this schedule?',
    text: price.map((sentence) => <p key={sentence}>{sentence}</p>),
    action: 'Accept',
    run: onAccept,
  });

/** Accept and reject while the plan is pending, else its status. */
export const DecisionFooter = ({ report, accepted, reachable, busy, onAccept, onReject }: DecisionFooterProps) => {
  const price = priceOf(report);
  if (accepted) return <p className="mr-auto text-ink-2">Status: accepted</p>;
  if (!reachable) return <p className="mr-auto text-ink-2">{statusLine(report)} when this copy was saved.</p>;
  if (!isWaiting(report)) return <p className="mr-auto text-ink-2">{statusLine(report)}</p>;
  return (
    <>
      <p className="min-w-0 grow text-ink-2 max-desk:basis-full max-desk:text-center max-desk:text-small">
        Families keep their current times until you accept.
      </p>
      <Button kind="danger" disabled={busy} onClick={() => onReject(report)}>
        Reject
      </Button>
      <Button
        kind="primary"
        icon={Check}
        loading={busy}
        onClick={() => (price.length > 0 ? confirmAcceptance(price, () => onAccept(report)) : onAccept(report))}
      >
        Accept Schedule
      </Button>
    </>
  );
};
