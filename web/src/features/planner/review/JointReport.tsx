import { formatDuration, formatTime, toMinutes } from '@rondo/contracts/calendar/times.ts';
import type { Report } from '@rondo/contracts/api/planner.ts';
import { ArrowRight, BadgeCheck } from 'lucide-react';
import { durationParts } from '../../../calendar/figures.tsx';
import { counted } from '../../../lib/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Figure } from '../../../ui/figures/figure.tsx';
import { boundSentence, proofBadge } from '../model/proof.ts';

type Joint = NonNullable<Report['joint']>;
type Place = Joint['changes'][number]['from'];

const placeWords = ({ teacherName, day, startTime }: Place): string =>
  `${day} ${formatTime(toMinutes(startTime))} with ${teacherName}`;

const comparison = ({ driveMinutes: now, driveMinutesBefore: before }: Joint['totals']): string =>
  before === 0
    ? ''
    : now === before
      ? 'The same as now.'
      : `${formatDuration(Math.abs(now - before))} ${now < before ? 'less' : 'more'} than now.`;

/** What the teachers of a joint plan have together, and who changes teacher in it. */
export default function JointReport({ joint }: { readonly joint: Joint }) {
  const { teacherIds, totals, changes } = joint;
  const badge = proofBadge(totals.provenGoals);
  return (
    <>
      <section aria-label="All teachers" className="border-b border-line py-6 max-desk:py-4">
        <h3 className="text-lead font-strong">{counted(teacherIds.length, 'teacher')} together</h3>
        <div className="mt-2 flex flex-wrap items-baseline gap-x-14 gap-y-3">
          <div className="flex flex-wrap items-center gap-x-3">
            <Figure parts={[{ number: `${totals.placed}`, unit: `of ${totals.students}` }]} word="students placed" />
            {badge !== null && (
              <Badge tone={Object.values(totals.provenGoals).every(Boolean) ? 'ok' : 'plain'} icon={BadgeCheck}>
                {badge}
              </Badge>
            )}
          </div>
          <div>
            <Figure parts={durationParts(totals.driveMinutes)} word="driving a week" />
            <p className="mt-1 text-ink-2">{comparison(totals)}</p>
          </div>
          {totals.preferredPossible > 0 && (
            <p>
              <span className="font-strong tabular-nums">
                {totals.preferred} of {totals.preferredPossible}
              </span>{' '}
              <span className="text-ink-2">preferred slots</span>
            </p>
          )}
          <p>
            <span className="font-strong tabular-nums">{formatDuration(totals.idleMinutes)}</span>{' '}
            <span className="text-ink-2">waiting between lessons</span>
          </p>
        </div>
        <p className="mt-3 text-ink-2">
          {boundSentence({
            totalStudents: totals.students,
            totalStudentsScheduled: totals.placed,
            bound: totals.bound,
            provenGoals: totals.provenGoals,
          })}
        </p>
        <p className="mt-1 text-ink-2">The plan is accepted or rejected for all of them.</p>
      </section>
      <section aria-label="Who changes teacher" className="border-b border-line py-6 max-desk:py-4">
        <h3 className="text-lead font-strong">Who changes teacher</h3>
        {changes.length === 0 ? (
          <p className="mt-1 text-ink-2">No student changes teacher.</p>
        ) : (
          <ul className="mt-2">
            {changes.map(({ studentId, studentName, from, to }) => (
              <li
                key={studentId}
                className="grid grid-cols-[196px_minmax(0,1fr)] gap-x-6 border-b border-line-soft py-1.5 last:border-b-0 max-desk:grid-cols-1"
              >
                <span className="min-w-0 font-strong break-words">{studentName}</span>
                <span className="tabular-nums">
                  <span className="text-ink-2">{placeWords(from)}</span>{' '}
                  <ArrowRight
                    aria-label="changes to"
                    className="inline size-4 shrink-0 text-accent"
                    strokeWidth={1.75}
                  />{' '}
                  {placeWords(to)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}
