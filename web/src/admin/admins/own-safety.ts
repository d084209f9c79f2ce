/** What of people's safety is rarely looked at, and loaded where it is: passwords, sessions, the logbook. */
export { AccountSafety } from './account-safety.tsx';
export { LogbookScreen } from './logbook-screen.tsx';
export { OpenSessions } from './open-sessions.tsx';
export { RequiredFactor } from './required-factor.tsx';
export { SecondFactor } from './second-factor.tsx';
