import { eventStoreContract } from '../contract.ts';
import { memoryEventStore } from './memory-event-store.ts';

eventStoreContract('memory', async () => memoryEventStore());
