import { X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { IconButton } from '../button.tsx';

/** What a map says about a selected mark. Esc closes it. */
export const InfoWindow = (props: {
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) => {
  const { label, onClose, children } = props;
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = frame.current;
    const close = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') onClose();
    };
    element?.addEventListener('keydown', close);
    return () => element?.removeEventListener('keydown', close);
  }, [onClose]);
  return (
    <section
      ref={frame}
      aria-label={label}
      className="relative rounded-day border border-line bg-raised py-2.5 pr-9 pl-3"
    >
      <IconButton icon={X} label="Close" className="absolute top-0.5 right-0.5" onClick={onClose} />
      {children}
    </section>
  );
};
