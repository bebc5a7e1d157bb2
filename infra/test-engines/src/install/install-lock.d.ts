/** Types of a setup script, which is JavaScript because it runs before any package is installed. */
declare module '*/setup/install-lock.mjs' {
  export function withInstallLock<T>(
    folder: string,
    onWait: () => void,
    action: () => Promise<T>,
  ): Promise<T>;
}
