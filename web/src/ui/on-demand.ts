import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';

/** For a control that took the place of its stand-in: it opens at once and has the focus. */
export const useOpenedAtOnce = (wanted: boolean): RefObject<HTMLButtonElement | null> => {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!wanted) return;
    button.current?.focus();
    button.current?.click();
    // Only when it appears.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return button;
};

/**
 * A stand-in for a control whose code comes when it is first wanted: a plain button that fetches the code when a pointer or the focus
 * comes near, and asks for the control itself when it is pressed.
 */
export const useStandIn = (fetchCode: () => Promise<unknown>) => {
  const [wanted, setWanted] = useState(false);
  const near = (): void => void fetchCode();
  const buttonProps = {
    onPointerEnter: near,
    onFocus: near,
    onClick: () => setWanted(true),
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === 'ArrowDown' || key === 'ArrowUp') setWanted(true);
    },
  };
  return { wanted, buttonProps };
};
