import { runTool } from '@loci/test-engines/install';

/** Settings with which buildah runs without a daemon and without namespaces, even in a container. */
export const BUILDAH_ENVIRONMENT = { STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' };

/** Runs buildah. @returns its trimmed output @throws Error with the end of its output if it fails */
export async function buildah(...args: string[]): Promise<string> {
  return (await runTool('buildah', args, { environment: BUILDAH_ENVIRONMENT })).trim();
}
