// The style of the back office comes with the code of its screens: a document names the script alone.
void import('./start.tsx').then(({ start }) => start(document.getElementById('root') as HTMLElement));
