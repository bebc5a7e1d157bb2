export { parseAndChunk } from './parsing/parse-document.ts';
