import '../app/index.css';
import { createRoot } from 'react-dom/client';
import { FamilyApp } from './FamilyApp.tsx';

// A family's page: an entry of its own, without the app's router, session and maps. What it needs of other files must be small.

const root = document.querySelector('#root');
if (root) createRoot(root).render(<FamilyApp />);
