import { describe } from 'vitest';
import { dark } from './person.ts';
import { checkScenes } from './scenes/check-scenes.ts';

// Together with the phone run this covers both themes and both sizes; `npm run screenshots` covers the other two combinations.
describe('on a desktop in dark mode', () => {
  checkScenes(dark, { finger: false });
});
