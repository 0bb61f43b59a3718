import { CircleAlert, Info } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Button } from '../button.tsx';
import { cn } from '../cn.ts';

export const Card = ({ children, className }: { readonly children: ReactNode; readonly className?: string }) => (
  <section className={cn('rounded-card border border-line bg-card', className)}>{children}</section>
);

/** An error in place of content that could not be loaded, with Retry. */
export const ErrorPanel = ({ message, onRetry }: { readonly message: string; readonly onRetry?: () => void }) => (
  <div
    role="alert"
    className="flex items-center gap-2.5 rounded-card border border-[color-mix(in_oklab,var(--color-bad)_45%,var(--color-line))] bg-card py-2.5 pr-2.5 pl-3.5"
  >
    <CircleAlert aria-hidden className="size-4 shrink-0 text-bad" strokeWidth={1.75} />
    <p className="min-w-0 grow py-1 break-words">{message}</p>
    {onRetry && <Button onClick={onRetry}>Retry</Button>}
  </div>
);

/** The error of a form, in place; nothing if there is none. */
export const FormError = ({ message, className }: { readonly message: string | null; readonly className?: string }) =>
  message === null ? null : (
    <p role="alert" className={cn('flex min-w-0 gap-2 text-bad', className)}>
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
      <span className="min-w-0 break-words">{message}</span>
    </p>
  );

/** A notice about a form; nothing if there is none. */
export const FormNotice = ({ message }: { readonly message: string | null }) =>
  message === null ? null : (
    <p role="alert" className="flex min-w-0 gap-2">
      <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" strokeWidth={1.75} />
      {message}
    </p>
  );

type Empty = {
  readonly title: string;
  /** 1 if it is the whole page. */
  readonly level?: 1 | 2;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
};

/** Says that there is nothing, and the next step. */
export const EmptyText = ({ title, level, children, actions }: Empty) => {
  const Title = level === 1 ? 'h1' : 'h2';
  return (
    <div className="p-10 max-desk:px-5 max-desk:py-6">
      <Title className="text-title font-title">{title}</Title>
      <div className="mt-1.5 max-w-[56ch] text-lead text-pretty text-ink-2">{children}</div>
      {actions !== undefined && (
        <div className="mt-6 flex flex-wrap items-center gap-3 max-desk:[&>a]:w-full max-desk:[&>button]:w-full">
          {actions}
        </div>
      )}
    </div>
  );
};

/** What this screen is for, and the next step. `art` shows a preview on its right if there is room. */
export const EmptyPanel = ({ art, ...text }: Empty & { readonly art?: ReactNode }) => (
  <Card className={cn('overflow-hidden', art !== undefined && 'wide:grid wide:grid-cols-[minmax(0,1fr)_380px]')}>
    <EmptyText {...text} />
    {art !== undefined && (
      <div aria-hidden className="relative overflow-hidden border-l border-line bg-paper max-wide:hidden">
        {art}
      </div>
    )}
  </Card>
);

/** A static block in the content's own size; nothing for the first 150 ms, in which most content loads. */
export const Skeleton = ({ className }: { readonly className: string }) => (
  <div aria-hidden className={cn('rounded-block bg-line-soft', className)} />
);

/** Shows its children only after 150 ms, or at once in an outline that is rendered without a browser, and tells screen readers that something is loading. */
export const WhileLoading = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => {
  const [late, setLate] = useState(typeof document === 'undefined');
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 150);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <output className="sr-only">{label}</output>
      {late && children}
    </>
  );
};

/** Blocks in place of content that is loading, each as large as its classes say. */
export const LoadingBlocks = (props: {
  readonly label: string;
  readonly blocks: readonly string[];
  readonly className?: string;
}) => (
  <WhileLoading label={props.label}>
    <div className={props.className}>
      {props.blocks.map((block, i) => (
        // The list never changes.
        // oxlint-disable-next-line react/no-array-index-key
        <Skeleton key={`${i} ${block}`} className={block} />
      ))}
    </div>
  </WhileLoading>
);
