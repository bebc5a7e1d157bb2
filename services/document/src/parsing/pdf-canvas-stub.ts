/**
 * pdf.js makes one matrix for drawing while it is loaded, even where nothing is ever drawn. Node has no
 * such class, and the library that could bring it is native code of 30 MB that the parser process may not load.
 */
class DrawingMatrix {}

Object.assign(globalThis, { DOMMatrix: DrawingMatrix });

export {};
