import { checkScenes } from './scenes/check-scenes.ts';
import { familyScenes } from './scenes/family-scenes.ts';

checkScenes(familyScenes);
