import { layersOf } from '../vitest.config.ts';

/** `npm run proofs`: what takes too long to be asked at every change, and is asked before each one is handed over. */
export default layersOf('proof');
