// What only some families have: one file, loaded with the page of those that have any of it.
export { Mail } from './Mail.tsx';
export { Notes } from './Notes.tsx';
export { Owed } from './Owed.tsx';
export { openPreview } from './preview.ts';
export { Questions } from './Questions.tsx';
