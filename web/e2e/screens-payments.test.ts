import { checkScenes } from './scenes/check-scenes.ts';
import { paymentScenes } from './scenes/payment-scenes.ts';

checkScenes(paymentScenes);
