import { describe } from 'vitest';
import { phone } from './person.ts';
import { checkScenes } from './scenes/check-scenes.ts';

describe('on a phone in the light', () => {
  checkScenes(phone, { finger: true });
});
