/** The newest Ctrl+Z (Cmd+Z) that was pressed before what answers it is loaded. */
let early: KeyboardEvent | undefined;

const note = (event: KeyboardEvent): void => {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') early = event;
};
window.addEventListener('keydown', note);

/** What was pressed until now, once; from then on the caller listens by itself. */
export const takeEarlyKey = (): KeyboardEvent | undefined => {
  window.removeEventListener('keydown', note);
  const pressed = early;
  early = undefined;
  return pressed;
};
