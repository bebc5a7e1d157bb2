/** Types of the setup scripts, which are JavaScript because they run before anything is installed. */
declare module '*/setup/install-lock.mjs' {
  export function withInstallLock<T>(
    folder: string,
    onWait: () => void,
    action: () => Promise<T>,
  ): Promise<T>;
}
