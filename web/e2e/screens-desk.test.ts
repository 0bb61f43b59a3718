import { describe } from 'vitest';
import { dark } from './person.ts';
import { checkScenes } from './scenes/check-scenes.ts';

// With the phone's, both themes and both sizes; the other two pairs are looked at by `npm run screenshots`.
describe('on a desk in the dark', () => {
  checkScenes(dark, { finger: false });
});
