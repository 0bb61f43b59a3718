import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';

/** For a control that replaced its placeholder: opens it at once and focuses it. */
export const useOpenedAtOnce = (isWanted: boolean): RefObject<HTMLButtonElement | null> => {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    button.current?.focus();
    button.current?.click();
    // Only on mount.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return button;
};

/**
 * A placeholder for a control whose code loads on demand: a plain button that fetches the code on hover or focus, and requests the control
 * itself when it is pressed.
 */
export const useStandIn = (fetchCode: () => Promise<unknown>) => {
  const [isWanted, setWanted] = useState(false);
  const near = (): void => void fetchCode();
  const buttonProps = {
    onPointerEnter: near,
    onFocus: near,
    onClick: () => setWanted(true),
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === 'ArrowDown' || key === 'ArrowUp') setWanted(true);
    },
  };
  return { isWanted, buttonProps };
};
