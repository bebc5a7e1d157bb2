/**
 * Defines a stub of `DOMMatrix`. pdf.js creates an instance when it is loaded, but uses it only for
 * rendering. Node.js does not have this class. The canvas package that defines it is a native addon, which
 * the sandbox does not allow.
 */
class StubMatrix {}

Object.assign(globalThis, { DOMMatrix: StubMatrix });

export {};
