export { findInconsistencies } from './consistency/stored-state.ts';
