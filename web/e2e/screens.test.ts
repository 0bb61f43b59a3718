import { checkScenes } from './scenes/check-scenes.ts';

checkScenes();
