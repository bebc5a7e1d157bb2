/**
 * Defines `DOMMatrix`, of which pdf.js creates an instance while it is loaded, although it uses it for rendering only.
 * Node.js has no such class. The canvas package that defines it is a native addon, which the sandbox does not allow.
 */
class StubMatrix {}

Object.assign(globalThis, { DOMMatrix: StubMatrix });

export {};
