/** An error that the user can fix, such as a missing tool. Only its message is printed. */
export class SetupError extends Error {}
