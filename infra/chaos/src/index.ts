export { disagreements } from './agreement/truth.ts';
