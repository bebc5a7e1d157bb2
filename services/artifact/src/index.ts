export { createArtifactService } from './app.ts';
export type { ArtifactServicePorts } from './app.ts';
export { ARTIFACT_MIGRATIONS } from './migrations.ts';
