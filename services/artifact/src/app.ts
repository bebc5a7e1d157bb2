import { newId } from '@loci/core';
import type { ObjectStore } from '@loci/object-store';
import type { Database } from '@loci/postgres';
import type { Service } from '@loci/service-hosting';
import { artifactRepository } from './artifacts/artifact.repository.ts';
import { artifactRoutes } from './artifacts/artifact.routes.ts';
import { deleteOrphanedObjects } from './jobs/delete-orphaned-objects.ts';
import { orphanedObjectRepository } from './objects/orphaned-object.repository.ts';

export interface ArtifactServicePorts {
  database: Database;
  /** Store of the file contents. The caller must close the store after it has closed the service. */
  objects: ObjectStore;
  /** Returns the current time. Defaults to the system clock. */
  now?: () => Date;
}

/** Creates the artifact service, which stores files by path. */
export function createArtifactService({
  database,
  objects,
  now = () => new Date(),
}: ArtifactServicePorts): Service {
  const deps = {
    inTransaction: database.inTransaction,
    artifacts: artifactRepository,
    orphanedObjects: orphanedObjectRepository,
    objects,
    newId,
    now,
  };
  return {
    name: 'artifact',
    routes: artifactRoutes(deps),
    consumers: [],
    jobs: [deleteOrphanedObjects({ database, orphanedObjects: orphanedObjectRepository, objects, now })],
    close: () => Promise.resolve(),
  };
}
