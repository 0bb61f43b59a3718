import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { cn } from '../../../ui/cn.ts';
import { Card } from '../../../ui/lists/panels.tsx';
import { statusQuery } from '../queries.ts';
import type { AnswerTo } from '../../../api/calls.ts';

const number = new Intl.NumberFormat('en-US');

/** The part of a day's calls from which on the limit is near. */
const near = 0.9;

type Status = AnswerTo<'GET /api/maps/status'>;

const fallBack = 'Past the limit, or when Mapbox is away, drives are estimated and marked approximate.';

const stateOf = ({ provider, notice, callsToday, dailyLimit }: Status) => {
  if (provider === 'offline' || dailyLimit === null)
    return {
      icon: CircleCheck,
      tone: 'text-ok',
      title: 'Maps work offline.',
      text: 'This server has no Mapbox token: drives are estimated from the distance.',
    };
  const used = `${number.format(callsToday)} of today’s ${number.format(dailyLimit)} calls are used (UTC).`;
  if (notice !== null)
    return {
      icon: CircleAlert,
      tone: 'text-bad',
      title: 'Estimates replace Mapbox’s answers now.',
      text: `${notice} ${used}`,
    };
  if (callsToday >= near * dailyLimit)
    return {
      icon: TriangleAlert,
      tone: 'text-warn',
      title: 'The limit of calls is near.',
      text: `${used} ${fallBack}`,
    };
  return { icon: CircleCheck, tone: 'text-ok', title: 'Mapbox answers.', text: `${used} ${fallBack}` };
};

/** Whether the maps service answers, and how many of the day's calls are left. */
export const ServiceState = () => {
  const status = useQuery(statusQuery).data;
  if (!status) return null;
  const { icon: Icon, tone, title, text } = stateOf(status);
  return (
    <Card className="mt-4 flex items-start gap-3 px-6 py-3 max-desk:px-4">
      <Icon aria-hidden className={cn('size-5 shrink-0', tone)} strokeWidth={1.75} />
      <p className="text-pretty text-ink-2">
        <b className="font-strong text-ink">{title}</b> {text}
      </p>
    </Card>
  );
};
