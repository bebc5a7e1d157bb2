/** The start scripts are plain JavaScript, as they run before anything is installed. */
declare module '*/setup/install-lock.mjs' {
  export function withInstallLock<T>(
    folder: string,
    onWait: () => void,
    action: () => Promise<T>,
  ): Promise<T>;
}
