import { config } from 'zod';

// The portal's policy forbids making code from text: without this, zod would try, and be caught, on every screen.
config({ jitless: true });

// The style of the back office comes with the code of its screens: a document names the script alone.
void import('./shell/start.tsx').then(({ start }) => start(document.getElementById('root') as HTMLElement));
