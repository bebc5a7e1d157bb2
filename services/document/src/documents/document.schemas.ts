import { pageQuery, queryBoolean, uuid } from '@loci/http';
import { z } from 'zod';

export const documentParams = z.object({ document_id: uuid });

export const getDocumentQuery = z.object({ include_chunks: queryBoolean.default(false) });

export const listDocumentsQuery = z.object(pageQuery);
