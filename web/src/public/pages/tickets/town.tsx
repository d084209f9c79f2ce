export { Near } from './near.tsx';
export { Pin } from './pin.tsx';
export { PublicList } from './public-list.tsx';
