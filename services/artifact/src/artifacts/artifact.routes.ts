import { route } from '@loci/http';
import type { Route } from '@loci/http';
import {
  artifactResource,
  deletedResource,
  folderResource,
  savedResource,
  movedResource,
  toDeletedResource,
  toFolderResource,
  toMovedResource,
  toResource,
  toSavedResource,
} from './artifact.resource.ts';
import { artifactQuery, listArtifactsQuery, moveArtifactBody, saveArtifactBody } from './artifact.schemas.ts';
import { encodeContent } from './content-encoding.ts';
import { deleteArtifact } from './delete-artifact.ts';
import type { DeleteArtifactDeps } from './delete-artifact.ts';
import { listArtifacts } from './list-artifacts.ts';
import type { ListArtifactsDeps } from './list-artifacts.ts';
import { moveArtifact } from './move-artifact.ts';
import type { MoveArtifactDeps } from './move-artifact.ts';
import { retrieveArtifact } from './retrieve-artifact.ts';
import type { RetrieveArtifactDeps } from './retrieve-artifact.ts';
import { saveArtifact } from './save-artifact.ts';
import type { SaveArtifactDeps } from './save-artifact.ts';

export type ArtifactDeps = SaveArtifactDeps &
  RetrieveArtifactDeps &
  ListArtifactsDeps &
  MoveArtifactDeps &
  DeleteArtifactDeps;

/** Maximum size of a request body. JSON escapes can make 1 MB of content six times as long. */
const BODY_LIMIT_BYTES = 8 * 1024 * 1024;
const INVALID_PATH_STATUS = { path: 400 };

export const artifactRoutes = (deps: ArtifactDeps): Route[] => [
  route({
    method: 'post',
    path: '/api/v2/artifacts',
    scope: 'write',
    summary: 'Save a file',
    operationId: 'saveArtifact',
    description: 'Stores a file under a path. An existing file is replaced only if the request allows it.',
    body: saveArtifactBody,
    bodyLimitBytes: BODY_LIMIT_BYTES,
    status: 201,
    response: savedResource,
    errors: ['RES_ALREADY_EXISTS', 'BIZ_QUOTA_EXCEEDED', 'VAL_FIELD_TOO_LONG'],
    invalidFieldStatus: INVALID_PATH_STATUS,
    example: { body: { path: '/notes/tea.md', content: '# Tea\n\nAda prefers Darjeeling.\n' } },
    handle: async ({ caller, body }) => {
      const content = encodeContent(body.content, body.encoding);
      return toSavedResource(await saveArtifact(deps, caller, body.path, content, toSavedResource));
    },
  }),
  route({
    method: 'get',
    path: '/api/v2/artifacts',
    scope: 'read',
    summary: 'Retrieve a file',
    operationId: 'getArtifact',
    description: 'Returns the content of a file.',
    query: artifactQuery,
    response: artifactResource,
    errors: ['RES_NOT_FOUND'],
    invalidFieldStatus: INVALID_PATH_STATUS,
    example: { query: { path: '/notes/tea.md' } },
    handle: async ({ caller, query }) => toResource(await retrieveArtifact(deps, caller, query.path)),
  }),
  route({
    method: 'get',
    path: '/api/v2/artifacts/list',
    scope: 'read',
    summary: 'List the files and folders of a folder',
    operationId: 'listArtifacts',
    description: 'Lists a folder, with pages of files.',
    query: listArtifactsQuery,
    response: folderResource,
    example: { query: { prefix: '/notes', name_pattern: 'tea' } },
    handle: async ({ caller, query }) =>
      toFolderResource(
        query.prefix,
        await listArtifacts(deps, caller, {
          folder: query.prefix,
          namePart: query.name_pattern,
          page: { page: query.page, perPage: query.per_page, cursor: query.cursor },
        }),
      ),
  }),
  route({
    method: 'post',
    path: '/api/v2/artifacts/move',
    scope: 'write',
    summary: 'Move a file',
    operationId: 'moveArtifact',
    description: 'Moves a file to a path at which nothing exists. Its content and its ID do not change.',
    body: moveArtifactBody,
    response: movedResource,
    errors: ['RES_NOT_FOUND', 'RES_ALREADY_EXISTS'],
    invalidFieldStatus: { from: 400, to: 400 },
    example: { body: { from: '/notes/tea.md', to: '/archive/tea.md' } },
    handle: async ({ caller, body }) =>
      toMovedResource(
        body.from,
        await moveArtifact(deps, caller, body, (moved) => toMovedResource(body.from, moved)),
      ),
  }),
  route({
    method: 'delete',
    path: '/api/v2/artifacts',
    scope: 'write',
    permission: 'delete',
    summary: 'Delete a file',
    operationId: 'deleteArtifact',
    description: 'Deletes a file.',
    query: artifactQuery,
    response: deletedResource,
    errors: ['RES_NOT_FOUND'],
    invalidFieldStatus: INVALID_PATH_STATUS,
    example: { query: { path: '/notes/tea.md' } },
    handle: async ({ caller, query }) => {
      const deleted = toDeletedResource(query.path);
      await deleteArtifact(deps, caller, query.path, () => deleted);
      return deleted;
    },
  }),
];
