/** Version of the command. All packages of the repository have the same version. */
export const VERSION = '2.0.0';
