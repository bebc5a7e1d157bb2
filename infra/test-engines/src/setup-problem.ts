/** Something that a person can put right: a missing tool, a taken folder. Printed alone, without a stack. */
export class SetupError extends Error {}
