import { useEffect } from 'react';
import { withUndoing } from './undo.ts';

/** Inputs without text of their own: Ctrl+Z has nothing to undo in them. */
const withoutText = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'range', 'color', 'file']);

/** True in a field whose text the browser itself can undo. */
const isTyping = (target: EventTarget | null): boolean => {
  if (target instanceof HTMLInputElement) return !withoutText.has(target.type);
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLElement && target.isContentEditable)
  );
};

/** On every page: Ctrl+Z (Cmd+Z) undoes this person’s newest change of the last 24 hours, with Shift it redoes it. */
export const useUndoKeys = (): void => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented, target } = event;
      if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || altKey) return;
      if (defaultPrevented || isTyping(target)) return;
      event.preventDefault();
      withUndoing(({ takeNewest }) => takeNewest(shiftKey ? 'redo' : 'undo'));
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
};
