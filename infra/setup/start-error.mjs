/** Something that a person can put right. Printed alone, without a stack. */
export class StartError extends Error {}
