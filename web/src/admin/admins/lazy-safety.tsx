import { lazy } from 'react';

const code = () => import('./own-safety.ts');

export const AccountSafety = lazy(() => code().then((one) => ({ default: one.AccountSafety })));
export const LogbookScreen = lazy(() => code().then((one) => ({ default: one.LogbookScreen })));
export const OpenSessions = lazy(() => code().then((one) => ({ default: one.OpenSessions })));
export const RequiredFactor = lazy(() => code().then((one) => ({ default: one.RequiredFactor })));
export const SecondFactor = lazy(() => code().then((one) => ({ default: one.SecondFactor })));
