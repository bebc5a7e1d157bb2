/** A configuration file of an assistant cannot be read or changed. The message is for the user. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}
