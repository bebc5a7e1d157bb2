export function withInstallLock<T>(folder: string, onWait: () => void, action: () => Promise<T>): Promise<T>;
