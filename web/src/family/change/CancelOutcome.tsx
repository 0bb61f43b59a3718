import type { FamilyOutcome } from '@rondo/contracts/api/calendars/family-cancelling.ts';
import { Head } from '../parts.tsx';
import { shortDay } from '../words.ts';

/** "4:15 PM today", "4:15 PM tomorrow" or "Sat, Dec 5, 4:15 PM", on the studio's clock. */
const momentInWords = (instant: string, timeZone: string, now: number): string => {
  const at = new Date(instant);
  const dayOf = (time: Date | number): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format(time);
  const time = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' }).format(at);
  const days = Math.round((Date.parse(dayOf(at)) - Date.parse(dayOf(now))) / 86_400_000);
  if (days === 0) return `${time} today`;
  return days === 1 ? `${time} tomorrow` : `${shortDay(dayOf(at))}, ${time}`;
};

/** What an outcome comes to in a few words: "$25.00", "50 %", "A lesson is owed", or its sentence. */
const inBrief = (text: string): string => {
  if (text.includes(' is owed')) return 'Owed to you';
  return /^(.+?)(?: of .*)? is charged(?: in full)?\.$/.exec(text)?.[1] ?? text;
};

/** An amount that begins a sentence, in the parts in which it is set. */
const amountFirst = (text: string): { readonly whole: string; readonly cents: string; readonly rest: string } => {
  const [, whole = '', cents = '', rest = text] = /^(\D{0,4}[\d,]+)(\.\d\d)?( .*)$/.exec(text) ?? [];
  return whole.includes('%') ? { whole: '', cents: '', rest: text } : { whole, cents, rest };
};

const Tiers = ({ outcome, timeZone, now }: { outcome: FamilyOutcome; timeZone: string; now: number }) => {
  const { tiers, until } = outcome;
  const present = until === null ? tiers.length - 1 : tiers.findIndex((tier) => tier.until === until);
  if (tiers.length === 0) return null;
  return (
    <ol aria-label="What it costs, and until when" className="mt-5">
      {tiers.map((tier, i) => {
        const isNow = i === present;
        const isLast = i === tiers.length - 1;
        const end = momentInWords(tier.until, timeZone, now);
        const from = tier.from === null ? null : momentInWords(tier.from, timeZone, now);
        return (
          <li
            key={tier.until}
            aria-current={isNow ? 'step' : undefined}
            className={`relative -mx-3 flex min-h-11 items-center gap-x-4 rounded-control py-2 pr-3 pl-11 before:absolute before:left-[17px] before:border-l before:border-control ${isNow ? 'bg-accent-tint' : ''} ${i < present ? 'text-ink-2' : ''} ${i === 0 ? 'before:top-1/2' : 'before:top-0'} ${isLast ? 'before:bottom-1/2' : 'before:bottom-0'}`}
          >
            <span className="absolute left-3">
              <Head hollow={!isNow} />
            </span>
            <span className="min-w-0 grow">
              {isNow ? (
                <>
                  <b className="font-strong">Now</b>
                  {isLast ? '' : `, until ${end}`}
                </>
              ) : i < present ? (
                `Until ${end}`
              ) : (
                `From ${from}`
              )}
            </span>
            <span className={`text-right tabular-nums ${isNow || i > present ? 'font-strong' : ''}`}>
              {inBrief(tier.text)}
            </span>
          </li>
        );
      })}
    </ol>
  );
};

/** What cancelling comes to, in the largest text, and until when. */
export const Outcome = ({ outcome, timeZone, now }: { outcome: FamilyOutcome; timeZone: string; now: number }) => {
  const { whole, cents, rest } = amountFirst(outcome.outcome.text);
  return (
    <>
      <p className={whole === '' ? 'text-[28px] leading-9 font-title' : 'text-lead font-title'}>
        {whole !== '' && (
          <>
            <span className="text-[36px] leading-11 font-figure">{whole}</span>
            <span className="text-title font-normal text-ink-2">{cents}</span>{' '}
          </>
        )}
        {rest.trimStart()}
      </p>
      <p className="mt-1 text-ink-2">It is {outcome.notice} before the lesson.</p>
      <Tiers outcome={outcome} timeZone={timeZone} now={now} />
    </>
  );
};
