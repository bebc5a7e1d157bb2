/**
 * Receives a completed operation of a database client.
 *
 * @param operation low-cardinality name, such as `SELECT` or `upsert`
 * @param errorType the code or the class of the error, or null if the operation succeeded
 */
export type ObserveOperation = (operation: string, seconds: number, errorType: string | null) => void;
