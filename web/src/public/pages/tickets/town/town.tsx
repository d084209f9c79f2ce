export { Near } from './near.tsx';
export { OnPlan } from './on-plan.tsx';
export { Pin } from './pin.tsx';
export { PublicList } from './public-list.tsx';
