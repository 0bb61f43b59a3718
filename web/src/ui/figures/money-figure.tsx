import { moneyParts } from '@rondo/contracts/money/money.ts';
import { cn } from '../cn.ts';

/** An amount as a key figure of a screen, its cents smaller. */
export const MoneyFigure = (props: {
  readonly amount: number;
  readonly currency: string;
  readonly className?: string;
  /** In the color of its surroundings, which warn. */
  readonly warning?: boolean;
}) => {
  const { whole, cents } = moneyParts(props.amount, props.currency);
  return (
    <span className={cn('text-figure font-figure whitespace-nowrap', props.className)}>
      {whole}
      <span
        className={cn('text-title leading-none font-medium tracking-[-0.01em]', props.warning !== true && 'text-ink-2')}
      >
        {cents}
      </span>
    </span>
  );
};
