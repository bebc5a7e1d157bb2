// Generated from the OpenAPI document by `npm run generate`. Do not edit.

export interface paths {
    "/api/v2/memories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List memories
         * @description Lists the memories of the tenant, newest first unless `sort` is set. Without `include`, superseded, expired and future memories are omitted.
         *
         *     Needs the scope `read`.
         */
        get: operations["listMemories"];
        put?: never;
        /**
         * Create a memory
         * @description Creates a memory. Searches find it after it is indexed, usually within a second.
         *
         *     Needs the scope `write`.
         */
        post: operations["createMemory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/memories/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create up to 1,000 memories
         * @description Creates memories in order. Each has its own result: the created memory, or the error that a single request would return.
         *
         *     Needs the scope `write`.
         */
        post: operations["createMemories"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/memories/{memory_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a memory
         * @description Returns a memory with its relationships, or its state at an earlier time.
         *
         *     Needs the scope `read`.
         */
        get: operations["getMemory"];
        /**
         * Update a memory
         * @description Changes the fields that the body contains. Other fields keep their values.
         *
         *     Needs the scope `write`.
         */
        put: operations["updateMemory"];
        post?: never;
        /**
         * Delete a memory
         * @description Deletes a memory and its relationships. Its revisions are kept for 30 days unless `erase` is true.
         *
         *     Needs the scope `write` and the permission `delete`.
         */
        delete: operations["deleteMemory"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/memories/{memory_id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the history of a memory
         * @description Lists all versions of a memory, and the relationships between them.
         *
         *     Needs the scope `read`.
         */
        get: operations["getMemoryHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/memories/{memory_id}/evolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Evolve a memory
         * @description Creates a new version of a memory. The original becomes inactive and stays readable.
         *
         *     Needs the scope `write`.
         */
        post: operations["evolveMemory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/memories/{memory_id}/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the revisions of a memory
         * @description Lists every recorded state of a memory, newest first.
         *
         *     Needs the scope `read`.
         */
        get: operations["listMemoryRevisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/memory-states": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the states of all memories
         * @description Lists every recorded state of every memory of the tenant, for an export.
         *
         *     Needs the scope `read`.
         */
        get: operations["listMemoryStates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/memory-states/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore states of memories
         * @description Restores up to 1,000 exported states with their IDs and times. Only owners can restore. States that exist do not change.
         *
         *     Needs the scope `write`.
         */
        post: operations["restoreMemoryStates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/contradiction-states": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the states of all contradictions
         * @description Lists every contradiction of the tenant with its resolution, for an export.
         *
         *     Needs the scope `read`.
         */
        get: operations["listContradictionStates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/contradiction-states/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore states of contradictions
         * @description Restores up to 1,000 exported contradictions with their IDs and times. Only owners can restore. Contradictions that exist do not change.
         *
         *     Needs the scope `write`.
         */
        post: operations["restoreContradictionStates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/memories/contradictions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report a contradiction
         * @description Records that two memories contradict each other.
         *
         *     Needs the scope `write`.
         */
        post: operations["reportContradiction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/memories/{memory_id}/contradictions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the contradictions of a memory
         * @description Lists the open and resolved contradictions of a memory.
         *
         *     Needs the scope `read`.
         */
        get: operations["listMemoryContradictions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/contradictions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List open contradictions
         * @description Lists the unresolved contradictions of all memories, for review.
         *
         *     Needs the scope `read`.
         */
        get: operations["listOpenContradictions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/memories/contradictions/{contradiction_id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resolve a contradiction
         * @description Decides which of two contradicting memories is right.
         *
         *     Needs the scope `write`.
         */
        post: operations["resolveContradiction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/suggestions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List pairs of memories that say nearly the same or the opposite
         * @description Lists pairs that the indexing of memories found, for review.
         *
         *     Needs the scope `read`.
         */
        get: operations["listSuggestions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/saved-searches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List saved searches
         * @description Lists the searches that the user saved.
         *
         *     Needs the scope `read`.
         */
        get: operations["listSavedSearches"];
        put?: never;
        /**
         * Save a search
         * @description Saves the query and the filters of a search for the user.
         *
         *     Needs the scope `write`.
         */
        post: operations["saveSearch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/saved-searches/{saved_search_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a saved search
         * @description Deletes a saved search of the user.
         *
         *     Needs the scope `write`.
         */
        delete: operations["deleteSavedSearch"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an overview of the tenant
         * @description Counts open decisions, outstanding embeddings and the memories of the last days.
         *
         *     Needs the scope `read`.
         */
        get: operations["getOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/settings/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the retention defaults
         * @description Returns the lifetime of new memories by type.
         *
         *     Needs the scope `read`.
         */
        get: operations["getRetentionDefaults"];
        /**
         * Replace the retention defaults
         * @description Sets the lifetime of new memories by type. Existing memories, pinned memories and memories with their own expiry are not changed.
         *
         *     Needs the scope `write`.
         */
        put: operations["replaceRetentionDefaults"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/settings/secret-filter": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the secret filter
         * @description Returns what happens to writes with secrets, such as keys and passwords.
         *
         *     Needs the scope `read`.
         */
        get: operations["getSecretFilter"];
        /**
         * Replace the secret filter
         * @description Sets what happens to later writes with secrets. Stored data does not change.
         *
         *     Needs the scope `write`.
         */
        put: operations["replaceSecretFilter"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/memories/{memory_id}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tags of a memory
         * @description Returns the tags of a memory in alphabetical order.
         *
         *     Needs the scope `read`.
         */
        get: operations["listMemoryTags"];
        put?: never;
        /**
         * Add tags to a memory
         * @description Adds tags. Tags that the memory already has have no effect.
         *
         *     Needs the scope `write`.
         */
        post: operations["addMemoryTags"];
        /**
         * Remove tags from a memory
         * @description Removes tags. Tags that the memory does not have have no effect.
         *
         *     Needs the scope `write`.
         */
        delete: operations["removeMemoryTags"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tags
         * @description Lists the tags of the tenant with the number of their memories.
         *
         *     Needs the scope `read`.
         */
        get: operations["listTags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/tags/{tag}/memories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List memories with a tag
         * @description Lists the memories that have a tag, newest first.
         *
         *     Needs the scope `read`.
         */
        get: operations["listMemoriesByTag"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/usage/memories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the stored bytes of memories and their quota
         * @description Returns how much of its storage quota the tenant uses.
         *
         *     Needs the scope `read`.
         */
        get: operations["getMemoryUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/relationships": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List relationships, newest first
         * @description Lists relationships of the tenant, or of one memory, newest first.
         *
         *     Needs the scope `read`.
         */
        get: operations["listRelationships"];
        put?: never;
        /**
         * Create a relationship
         * @description Connects two memories with a typed relationship.
         *
         *     Needs the scope `write`.
         */
        post: operations["createRelationship"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/relationships/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create up to 1,000 relationships, or none
         * @description Creates all relationships of the body in one transaction, or none of them.
         *
         *     Needs the scope `write`.
         */
        post: operations["createRelationships"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/relationships/traverse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find the paths that start at a memory
         * @description Follows relationships from a memory up to a depth, strongest paths first.
         *
         *     Needs the scope `read`.
         */
        post: operations["traverseRelationships"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/relationships/between": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete all relationships from one memory to another
         * @description Deletes the relationships from one memory to another, with their inverse relationships.
         *
         *     Needs the scope `write` and the permission `delete`.
         */
        delete: operations["deleteRelationshipsBetween"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/relationships/{relationship_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a relationship
         * @description Returns a relationship, or its state at an earlier time.
         *
         *     Needs the scope `read`.
         */
        get: operations["getRelationship"];
        put?: never;
        post?: never;
        /**
         * Delete a relationship
         * @description Deletes a relationship and its inverse relationship.
         *
         *     Needs the scope `write` and the permission `delete`.
         */
        delete: operations["deleteRelationship"];
        options?: never;
        head?: never;
        /**
         * Update the strength, confidence, evidence or validity of a relationship
         * @description Changes the fields that the body contains. Other fields keep their values.
         *
         *     Needs the scope `write`.
         */
        patch: operations["updateRelationship"];
        trace?: never;
    };
    "/api/v2/relationships/{relationship_id}/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the revisions of a relationship
         * @description Lists every recorded state of a relationship, newest first.
         *
         *     Needs the scope `read`.
         */
        get: operations["listRelationshipRevisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/relationship-states": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the states of all relationships
         * @description Lists every recorded state of every relationship of the tenant, for an export.
         *
         *     Needs the scope `read`.
         */
        get: operations["listRelationshipStates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/relationship-states/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore states of relationships
         * @description Restores up to 1,000 exported states with their IDs and times. Only owners can restore. States that exist do not change.
         *
         *     Needs the scope `write`.
         */
        post: operations["restoreRelationshipStates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/search/vector": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search by vector similarity
         * @description Finds the memories and document chunks whose meaning is nearest to the query.
         *
         *     Needs the scope `read`.
         */
        post: operations["searchByVector"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/search/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get counts of searchable data and the embedding coverage
         * @description Returns how many items can be found, and which share of them has an embedding.
         *
         *     Needs the scope `read`.
         */
        get: operations["getSearchStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/documents/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a document
         * @description Stores a file and indexes its text in the background. A file that the tenant already has is not stored again.
         *
         *     Needs the scope `write`.
         */
        post: operations["uploadDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List documents
         * @description Lists the documents of the tenant, newest first.
         *
         *     Needs the scope `read`.
         */
        get: operations["listDocuments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/documents/{document_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a document
         * @description Returns the metadata and the processing status of a document.
         *
         *     Needs the scope `read`.
         */
        get: operations["getDocument"];
        put?: never;
        post?: never;
        /**
         * Delete a document
         * @description Deletes a document, its file and its chunks.
         *
         *     Needs the scope `write` and the permission `delete`.
         */
        delete: operations["deleteDocument"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/documents/{document_id}/text": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the text of a document
         * @description Returns a part of the extracted text.
         *
         *     Needs the scope `read`.
         */
        get: operations["getDocumentText"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/documents/{document_id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a document
         * @description Returns the uploaded file.
         *
         *     Needs the scope `read`.
         */
        get: operations["downloadDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/documents/{document_id}/reprocess": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reprocess a document
         * @description Extracts and indexes the text of the stored file again.
         *
         *     Needs the scope `write`.
         */
        post: operations["reprocessDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/usage/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the stored bytes of documents and their quota
         * @description Returns how much of its storage quota the tenant uses.
         *
         *     Needs the scope `read`.
         */
        get: operations["getDocumentUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/artifacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a file
         * @description Returns the content of a file.
         *
         *     Needs the scope `read`.
         */
        get: operations["getArtifact"];
        put?: never;
        /**
         * Save a file
         * @description Stores a file under a path. An existing file is replaced only if the request allows it.
         *
         *     Needs the scope `write`.
         */
        post: operations["saveArtifact"];
        /**
         * Delete a file
         * @description Deletes a file.
         *
         *     Needs the scope `write` and the permission `delete`.
         */
        delete: operations["deleteArtifact"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/artifacts/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the files and folders of a folder
         * @description Lists a folder, with pages of files.
         *
         *     Needs the scope `read`.
         */
        get: operations["listArtifacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/usage/artifacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the stored bytes of artifacts and their quota
         * @description Returns how much of its storage quota the tenant uses.
         *
         *     Needs the scope `read`.
         */
        get: operations["getArtifactUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/analysis/reflect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reflect on memories
         * @description Analyzes the memories of a time window for patterns, knowledge gaps and decisions.
         *
         *     Needs the scope `read`.
         */
        post: operations["reflect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/analysis/summarize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Summarize memories
         * @description Selects the most important sentences of the given memories.
         *
         *     Needs the scope `read`.
         */
        post: operations["summarizeMemories"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/analysis/insights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get insights
         * @description Returns counts and trends of the memories of a time window.
         *
         *     Needs the scope `read`.
         */
        get: operations["getInsights"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/personality/personas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List personas
         * @description Lists the available personas.
         *
         *     Needs the scope `read`.
         */
        get: operations["listPersonas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/personality": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the configuration
         * @description Returns the selected persona, its traits and the instructions for the assistant.
         *
         *     Needs the scope `read`.
         */
        get: operations["getPersonality"];
        put?: never;
        /**
         * Select a persona
         * @description Selects the persona of the tenant.
         *
         *     Needs the scope `write`.
         */
        post: operations["selectPersona"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/personality/awakening": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the awakening briefing
         * @description Returns what an assistant needs at the start of a conversation.
         *
         *     Needs the scope `read`.
         */
        get: operations["getAwakening"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/personality/traits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a trait
         * @description Adds a trait to the personality of the tenant.
         *
         *     Needs the scope `write`.
         */
        post: operations["addTrait"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/personality/traits/{trait_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update a trait
         * @description Changes a trait.
         *
         *     Needs the scope `write`.
         */
        put: operations["updateTrait"];
        post?: never;
        /**
         * Delete a trait
         * @description Deletes a trait.
         *
         *     Needs the scope `write` and the permission `delete`.
         */
        delete: operations["deleteTrait"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all webhooks
         * @description Lists the webhooks of the tenant without their secrets.
         *
         *     Needs the scope `read`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook. Its secret is only returned once.
         * @description Creates a webhook, which receives the events of the tenant as signed messages.
         *
         *     Needs the scope `write`.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/webhooks/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description Returns a webhook without its secret.
         *
         *     Needs the scope `read`.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Deletes a webhook and its messages.
         *
         *     Needs the scope `write`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change, disable or enable a webhook
         * @description Changes the fields that the body contains.
         *
         *     Needs the scope `write`.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/api/v2/webhooks/{webhook_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of a webhook. The new secret is only returned once.
         * @description Creates a new secret. Messages are signed with both secrets for a time.
         *
         *     Needs the scope `write`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/webhooks/{webhook_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message
         * @description Sends a test message to a webhook and returns its result.
         *
         *     Needs the scope `write`.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/webhooks/{webhook_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the messages to a webhook, newest first
         * @description Lists the messages with their attempts, newest first.
         *
         *     Needs the scope `read`.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/webhooks/{webhook_id}/deliveries/{delivery_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message again
         * @description Sends one message again with the same id.
         *
         *     Needs the scope `write`.
         */
        post: operations["replayWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/webhooks/{webhook_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the messages of a time range again
         * @description Sends all messages of a time range again with the same ids.
         *
         *     Needs the scope `write`.
         */
        post: operations["replayWebhookDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/auth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange an API key for tokens
         * @description Returns a short-lived access token and a refresh token for the API key in the header `Authorization`.
         */
        post: operations["exchangeApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refresh an API key token
         * @description Returns new tokens for a refresh token. Each refresh token works once.
         */
        post: operations["refreshToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/auth/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Verify an access token
         * @description Returns the identity and the permissions of the access token.
         *
         *     Needs the scope `read`.
         */
        get: operations["verifyToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List erasures, newest first
         * @description Lists the erasures of the tenant, newest first.
         *
         *     Needs the scope `read`.
         */
        get: operations["listErasures"];
        put?: never;
        /**
         * Erase everything that a user stored in the tenant
         * @description Starts the deletion of all data of a user in every store.
         *
         *     Needs the scope `write` and the permission `delete`.
         */
        post: operations["createErasure"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/erasures/{erasure_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the progress of an erasure, and its receipt
         * @description Returns the state of an erasure, and its signed receipt after it has finished.
         *
         *     Needs the scope `read`.
         */
        get: operations["getErasure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/search/hybrid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search by keyword, vector and graph
         * @description Finds memories and document chunks by words, by meaning and by relationships, and merges the three rankings.
         *
         *     Needs the scope `read`.
         */
        post: operations["searchHybrid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/context": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the context for a prompt
         * @description Returns custom instructions, pinned memories, memories that are relevant to a query, and their open contradictions, as a text of at most `max_tokens` tokens for a language model.
         *
         *     Needs the scope `read`.
         */
        post: operations["getContext"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/search/why-not": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Explain why a search does not return a memory
         * @description Repeats a search and names the first step that removed a memory.
         *
         *     Needs the scope `read`.
         */
        post: operations["explainMissingResult"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/suggestions/{suggestion_id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resolve a suggestion
         * @description Applies an action to a pair of similar or contradicting memories.
         *
         *     Needs the scope `write`.
         */
        post: operations["resolveSuggestion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List changes of the tenant, newest first
         * @description Lists who changed what and when.
         *
         *     Needs the scope `read`.
         */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/audit/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export changes of the tenant as lines of JSON, newest first
         * @description Returns the audit log as newline-delimited JSON.
         *
         *     Needs the scope `read`.
         */
        get: operations["exportAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @enum {string} */
        Action: "off" | "redact" | "reject";
        AddMemoryTagsRequest: {
            /** @description Tags to add or remove, at most 100. */
            tags: string[];
        };
        AddTraitRequest: {
            /** @description Text of the trait, 1 to 2,000 characters. */
            content: string;
            /**
             * @description Category of the trait, 1 to 100 characters.
             * @default custom_instruction
             */
            category?: string;
            /**
             * @description True adds the trait for the whole organization.
             * @default false
             */
            set_as_org_default?: boolean;
        };
        Artifact: {
            /**
             * @description `true`.
             * @constant
             */
            success: true;
            /** @description Content of the file. */
            content: string;
            /** @description Path of the file. */
            path: string;
            /** @description MIME type of the file. */
            content_type: string;
            /**
             * Format: int64
             * @description Size in bytes.
             */
            size: number;
        };
        ArtifactFolder: {
            /**
             * @description `true`.
             * @constant
             */
            success: true;
            /** @description Path of the file. */
            path: string;
            /** @description Names of the subfolders that contain a file at any depth. */
            folders: string[];
            /** @description `name`, `size` (bytes), `content_type` and `last_modified` (date-time) of each file. */
            files: {
                /** @description Name of the file. */
                name: string;
                /**
                 * Format: int64
                 * @description Size in bytes.
                 */
                size: number;
                /** @description MIME type of the file. */
                content_type: string;
                /** @description Time of the last change. */
                last_modified: string;
            }[];
            /** @description True if more files or folders follow. Continue with next_cursor. */
            truncated: boolean;
            /** @description Cursor of the next files and folders. Null at the end. */
            next_cursor: string | null;
        };
        /** @enum {string} */
        AuditAction: "create" | "update" | "delete";
        AuditEntryList: {
            /** @description Entries, newest first. */
            items: {
                /**
                 * Format: date-time
                 * @description Time of the change.
                 */
                at: string;
                /**
                 * Format: uuid
                 * @description ID of the entry.
                 */
                id: string;
                /** @description ID of the user who made the change, or `operator` for the admin API. */
                user_id: string;
                /** @description ID of the OAuth client, or `api-key`. */
                client_id: string;
                /** @description ID of the API key; null without one. */
                key_id: string | null;
                via: components["schemas"]["AuditVia"];
                /** @description ID of the request, as in the header x-request-id. */
                request_id: string;
                /** @description Name of the operation, for example `POST /api/v2/memories`. */
                operation: string;
                /** @description What was done to the objects. */
                action: components["schemas"]["AuditAction"];
                /** @description Type of the changed objects. */
                object_type: components["schemas"]["AuditObjectType"];
                /** @description IDs of the changed objects. */
                object_ids: string[];
            }[];
            /** @description True if the size limit omitted items. Continue with next_cursor. */
            truncated: boolean;
            /** @description Cursor of the next items. Null at the end. */
            next_cursor: string | null;
        };
        /** @enum {string} */
        AuditObjectType: "memory" | "relationship" | "contradiction" | "suggestion" | "saved_search" | "document" | "artifact" | "webhook" | "api_key" | "member" | "invitation" | "connection" | "tenant" | "signing_key" | "erasure";
        /** @enum {string} */
        AuditVia: "key" | "oauth" | "session" | "operator" | "system";
        BulkMemories: {
            /**
             * Format: int64
             * @description Number of created memories.
             */
            created: number;
            /**
             * Format: int64
             * @description Number of elements that were not created.
             */
            failed: number;
            /** @description One result per element, in the order of the request. */
            results: ({
                /**
                 * Format: int64
                 * @description Position of the element in the request, from 0.
                 */
                index: number;
                /**
                 * @description `created` or `failed`.
                 * @constant
                 */
                status: "created";
                /**
                 * Format: uuid
                 * @description ID of the memory.
                 */
                id: string;
            } | {
                /**
                 * Format: int64
                 * @description Position of the element in the request, from 0.
                 */
                index: number;
                /**
                 * @description `created` or `failed`.
                 * @constant
                 */
                status: "failed";
                /** @description Error of the element. */
                error: {
                    /** @description Code of the error. */
                    code: string;
                    /** @description Human-readable message. */
                    message: string;
                    /** @description Further data, which depends on the code; null if there is none. */
                    details: {
                        [key: string]: unknown;
                    } | null;
                    /** @description Messages by field name, for invalid fields. */
                    field_errors: {
                        [key: string]: string[];
                    } | null;
                };
            })[];
        };
        BulkRelationships: {
            /** @description One relationship for each element, in the order of the request. For an `INVERSE_PAIRED` element, the array contains only the forward relationship of the pair. */
            created: components["schemas"]["Relationship"][];
            /** @description Always empty. */
            updated: components["schemas"]["Relationship"][];
            /** @description Always empty. */
            deleted: string[];
            /** @description Always empty. */
            errors: {
                /**
                 * Format: int64
                 * @description Position of the element in the request, from 0.
                 */
                index: number;
                /** @description Code of the error. */
                code: string;
                /** @description Message with the index of the first invalid element, from 0. */
                message: string;
            }[];
        };
        Context: {
            /** @description The context for the prompt of a language model, within `<loci_context>`. Empty if nothing was found. */
            text: string;
            /**
             * Format: int64
             * @description Estimated number of tokens of `text`, at most `max_tokens`.
             */
            tokens: number;
            /** @description Persona and custom instructions in `text`. */
            profile: components["schemas"]["ContextProfile"];
            /** @description Pinned memories in `text`, newest first. */
            pinned: components["schemas"]["ContextMemory"][];
            /** @description Unresolved contradictions of the found memories in `text`, newest first. */
            contradictions: components["schemas"]["ContextContradiction"][];
            /** @description Memories and document chunks in `text`, the most relevant first. Without `query`, the newest first. */
            memories: components["schemas"]["ContextMemory"][];
            /** @description Number of entries that exceed `max_tokens`, by section. */
            omitted: {
                /**
                 * Format: int64
                 * @description Number of entries of this section that were found, but exceed `max_tokens`.
                 */
                profile: number;
                /**
                 * Format: int64
                 * @description Number of entries of this section that were found, but exceed `max_tokens`.
                 */
                pinned: number;
                /**
                 * Format: int64
                 * @description Number of entries of this section that were found, but exceed `max_tokens`.
                 */
                contradictions: number;
                /**
                 * Format: int64
                 * @description Number of entries of this section that were found, but exceed `max_tokens`.
                 */
                memories: number;
            };
            /** @description Sections that are missing or incomplete because a service does not respond. */
            unavailable: components["schemas"]["Section"][];
            /** @description Retrievers that failed. Their results are missing in `memories`. */
            degraded: components["schemas"]["Retriever"][];
            /**
             * Format: int64
             * @description Number of the caller's recent changes that `memories` does not reflect yet.
             */
            pending_writes: number;
        };
        ContextContradiction: {
            /**
             * Format: uuid
             * @description ID of the contradiction.
             */
            id: string;
            /** @description Type of the contradiction. */
            contradiction_type: components["schemas"]["ContradictionType"];
            /** @description Confidence in the contradiction, 0 to 1. */
            confidence: number;
            /** @description Time at which the contradiction was recorded. */
            detected_at: string;
            /** @description Memory that was reported as contradicting. */
            source: components["schemas"]["ContextMemory"];
            /** @description The other memory. */
            target: components["schemas"]["ContextMemory"];
        };
        ContextMemory: {
            /**
             * Format: uuid
             * @description ID of the memory or document chunk.
             */
            id: string;
            /** @description Text of the item, at most its first 2,000 characters. */
            content: string;
            /** @description True if the item has more text than `content`. */
            is_shortened: boolean;
            /** @description Type of the memory; null for document chunks. */
            memory_type: components["schemas"]["MemoryType"] | null;
            /** @description Importance of the memory; null for document chunks. */
            importance: number | null;
            /** @description Time of the event that the memory describes. */
            occurred_at: string;
            /** @description Tags of the memory. Empty for document chunks. */
            tags: string[];
            /** @description The document of a chunk; null for memories. */
            document: components["schemas"]["DocumentCitation"] | null;
            /** @description Relevance for the query, 0 to 1; null for pinned memories and without `query`. */
            score: number | null;
        };
        ContextProfile: {
            /** @description Display name of the selected persona; null if there is none. */
            persona_name: string | null;
            /** @description Custom instructions of the user, then those of the organization. */
            instructions: string[];
        };
        Contradiction: {
            /**
             * Format: uuid
             * @description ID of the contradiction.
             */
            id: string;
            /**
             * Format: uuid
             * @description ID of the first memory.
             */
            source_memory_id: string;
            /**
             * Format: uuid
             * @description ID of the second memory.
             */
            target_memory_id: string;
            /** @description Kind of the contradiction. */
            contradiction_type: components["schemas"]["ContradictionType"];
            /** @description State of the contradiction. */
            resolution_status: components["schemas"]["ResolutionStatus"];
            /** @description Confidence, 0 to 1. */
            confidence: number;
            /** @description Free-form object. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description Time of the report. */
            detected_at: string;
            /** @description ID of the user who reported it, or `system`. */
            detected_by: string;
        };
        /** @enum {string} */
        ContradictionDifference: "negation" | "number" | "date" | "antonym" | "order" | "value";
        ContradictionList: {
            /** @description Contradictions of the memory. */
            contradictions: {
                /**
                 * Format: uuid
                 * @description ID of the contradiction.
                 */
                id: string;
                /**
                 * Format: uuid
                 * @description ID of the first memory.
                 */
                source_memory_id: string;
                /**
                 * Format: uuid
                 * @description ID of the second memory.
                 */
                target_memory_id: string;
                /** @description Kind of the contradiction. */
                contradiction_type: components["schemas"]["ContradictionType"];
                /** @description State of the contradiction. */
                resolution_status: components["schemas"]["ResolutionStatus"];
                /** @description Confidence, 0 to 1. */
                confidence: number;
                /** @description Time of the report. */
                detected_at: string;
            }[];
            /** @description True if the size limit omitted items. Continue with next_cursor. */
            truncated: boolean;
            /** @description Cursor of the next items. Null at the end. */
            next_cursor: string | null;
        };
        /** @enum {string} */
        ContradictionResolution: "create_new" | "choose_memory_1" | "choose_memory_2" | "keep_both";
        ContradictionState: {
            /**
             * Format: uuid
             * @description ID of the contradiction. A restored contradiction keeps it.
             */
            id: string;
            /**
             * Format: int32
             * @description Number of the state, from 1. A resolution increments it.
             */
            revision: number;
            /**
             * Format: uuid
             * @description ID of the first memory.
             */
            source_memory_id: string;
            /**
             * Format: uuid
             * @description ID of the second memory.
             */
            target_memory_id: string;
            /** @description Kind of the contradiction. */
            contradiction_type: components["schemas"]["ContradictionType"];
            /** @description State of the contradiction. */
            resolution_status: components["schemas"]["ResolutionStatus"];
            /** @description Confidence, 0 to 1. */
            confidence: number;
            /** @description Free-form object. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description Time of the report. */
            detected_at: string;
            /** @description ID of the user who reported it, or `system`. */
            detected_by: string;
            /**
             * Format: uuid
             * @description ID of the `contradicts` relationship, which can have been deleted.
             */
            relationship_id: string;
            /** @description Decision; null if it is unresolved. */
            resolution: components["schemas"]["ContradictionResolution"] | null;
            /** @description Reason of the decision; null without a reason. */
            reason: string | null;
            /** @description Time of the decision; null if it is unresolved. */
            resolved_at: (string) | null;
            /** @description ID of the user who decided; null if it is unresolved. */
            resolved_by: string | null;
            /** @description ID of the merged memory of the decision `create_new`; otherwise null. */
            new_memory_id: string | null;
        };
        ContradictionStateList: {
            /** @description Contradictions by ID. */
            states: {
                /**
                 * Format: uuid
                 * @description ID of the contradiction. A restored contradiction keeps it.
                 */
                id: string;
                /**
                 * Format: int32
                 * @description Number of the state, from 1. A resolution increments it.
                 */
                revision: number;
                /**
                 * Format: uuid
                 * @description ID of the first memory.
                 */
                source_memory_id: string;
                /**
                 * Format: uuid
                 * @description ID of the second memory.
                 */
                target_memory_id: string;
                /** @description Kind of the contradiction. */
                contradiction_type: components["schemas"]["ContradictionType"];
                /** @description State of the contradiction. */
                resolution_status: components["schemas"]["ResolutionStatus"];
                /** @description Confidence, 0 to 1. */
                confidence: number;
                /** @description Free-form object. */
                metadata: {
                    [key: string]: unknown;
                };
                /** @description Time of the report. */
                detected_at: string;
                /** @description ID of the user who reported it, or `system`. */
                detected_by: string;
                /**
                 * Format: uuid
                 * @description ID of the `contradicts` relationship, which can have been deleted.
                 */
                relationship_id: string;
                /** @description Decision; null if it is unresolved. */
                resolution: components["schemas"]["ContradictionResolution"] | null;
                /** @description Reason of the decision; null without a reason. */
                reason: string | null;
                /** @description Time of the decision; null if it is unresolved. */
                resolved_at: string | null;
                /** @description ID of the user who decided; null if it is unresolved. */
                resolved_by: string | null;
                /** @description ID of the merged memory of the decision `create_new`; otherwise null. */
                new_memory_id: string | null;
            }[];
            /** @description True if the size limit omitted items. Continue with next_cursor. */
            truncated: boolean;
            /** @description Cursor of the next items. Null at the end. */
            next_cursor: string | null;
        };
        /** @enum {string} */
        ContradictionType: "direct" | "partial" | "contextual";
        CreateErasureRequest: {
            /**
             * Format: uuid
             * @description User whose data is erased.
             */
            user_id: string;
            /**
             * Format: uuid
             * @description The same ID again.
             */
            confirm: string;
        };
        CreateMemoriesRequest: {
            /** @description Memories to create, in order. */
            memories: components["schemas"]["NewMemory"][];
            /**
             * @description True if one invalid element must prevent the creation of all memories.
             * @default false
             */
            atomic?: boolean;
        };
        CreateMemoryRequest: {
            /** @description Content of the memory, 1 to 10,000 characters, not only whitespace. */
            content: string;
            /**
             * @description Type of the memory.
             * @default fact
             */
            memory_type?: components["schemas"]["MemoryType"];
            /**
             * @description Importance of the memory, 0 to 1.
             * @default 0.5
             */
            importance?: number;
            /**
             * @description Confidence in the memory, 0 to 1.
             * @default 0.8
             */
            confidence?: number;
            /**
             * @description Source of the memory.
             * @default direct_input
             */
            source_type?: components["schemas"]["SourceType"];
            /**
             * @description Free-form object. Loci interprets only `conversation_id` and, for checkpoints, `name`.
             * @default {}
             */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * @description At most 10 tags after normalization. Loci skips invalid tags and names skipped and changed tags in `meta.warnings`.
             * @default []
             */
            tags?: string[];
            /** @description Time of the event that the memory describes. A date without a time is the start of the day in UTC. */
            occurred_at?: (string) | null;
            /** @description Start of the period in which the memory is true, inclusive. */
            valid_from?: (string) | null;
            /** @description End of the period in which the memory is true, exclusive. Must be after `valid_from`. */
            valid_until?: (string) | null;
            /** @description Future time from which the memory is gone. Null: the memory does not expire. */
            expires_at?: (string) | null;
            /**
             * Format: int32
             * @description Seconds from the request until the memory expires, 1 to 315,360,000 (10 years), instead of `expires_at`.
             */
            ttl_seconds?: number;
            /**
             * @description Whether retention defaults do not apply to the memory.
             * @default false
             */
            pinned?: boolean;
            /**
             * @description Whether to return existing memories that say nearly the same, or the opposite.
             * @default false
             */
            check_similar?: boolean;
        };
        CreateRelationshipsRequest: components["schemas"]["NewRelationship"][];
        CreateWebhookRequest: {
            /** @description URL of the receiver, at most 2,048 characters. */
            url: string;
            /** @description 1 to 20 event types, or `*` for all types. */
            event_types: components["schemas"]["WebhookEventType"][];
            /**
             * @description Description of the receiver, at most 200 characters.
             * @default
             */
            description?: string;
        };
        CreatedMemory: {
            /**
             * Format: uuid
             * @description ID of the memory or relationship.
             */
            id: string;
            /** @description Content of the memory. */
            content: string;
            /** @description Type of the memory. */
            memory_type: components["schemas"]["MemoryType"];
            /** @description Importance of the memory, 0 to 1. */
            importance: number;
            /** @description Confidence in the memory, 0 to 1. */
            confidence: number;
            /** @description Difference of the memory from similar earlier ones, 0 to 1. */
            surprise_score: number;
            /** @description Source of the memory. */
            source_type: components["schemas"]["SourceType"];
            /** @description ID of the user who created the memory. */
            user_id: string;
            /**
             * Format: int64
             * @description Number of times the memory was read or found.
             */
            access_count: number;
            /** @description Time of the last access; null if there was none. */
            last_accessed: string | null;
            /** @description Time at which the memory was created. */
            created_at: string;
            /** @description Time of the event that the memory describes. A date without a time is the start of the day in UTC. */
            occurred_at: string;
            /** @description Time of the last update, change to the tags, or change of the lifecycle state. */
            updated_at: string;
            /** @description Free-form object. Loci interprets only `conversation_id` and, for checkpoints, `name`. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description `pending`, `completed` or `failed`. */
            embedding_status: components["schemas"]["EmbeddingStatus"];
            /** @description The 50 oldest active relationships of the memory, oldest first. */
            relationships: components["schemas"]["RelationshipSummary"][];
            /** @description Tags in alphabetical order. */
            tags: string[];
            /** @description `active`, `evolved` or `deprecated`. */
            lifecycle_state: components["schemas"]["LifecycleState"];
            /**
             * Format: int64
             * @description Version number, from 1.
             */
            version: number;
            /** @description True if `lifecycle_state` is `active`. */
            is_active: boolean;
            /** @description Start of the period in which the memory is true, inclusive. */
            valid_from: string | null;
            /** @description End of the period in which the memory is true, exclusive. Must be after `valid_from`. */
            valid_until: string | null;
            /** @description `current`, `superseded`, `expired` or `future`. */
            validity: components["schemas"]["Validity"];
            /** @description Future time from which the memory is gone. Null: the memory does not expire. */
            expires_at: string | null;
            /** @description True if retention defaults do not apply to the memory. */
            pinned: boolean;
            /** @description Absent if the request did not ask for it. Null if the search service did not respond in time. */
            similar?: components["schemas"]["SimilarMemory"][] | null;
        };
        DeleteTraitData: {
            /**
             * @description True.
             * @constant
             */
            deleted: true;
        };
        DeletedArtifact: {
            /**
             * @description `true`.
             * @constant
             */
            success: true;
            /** @description Human-readable message. */
            message: string;
        };
        DeletedDocument: {
            /**
             * Format: uuid
             * @description ID of the document.
             */
            id: string;
            /**
             * @description True.
             * @constant
             */
            deleted: true;
        };
        DeletedMemory: {
            /**
             * Format: uuid
             * @description ID of the memory.
             */
            id: string;
            /**
             * @description True.
             * @constant
             */
            deleted: true;
        };
        DeletedRelationship: {
            /**
             * Format: uuid
             * @description ID of the relationship.
             */
            id: string;
            /**
             * @description True if the object was deleted.
             * @constant
             */
            deleted: true;
        };
        DeletedRelationships: {
            /**
             * Format: uuid
             * @description ID of the source memory.
             */
            from_id: string;
            /**
             * Format: uuid
             * @description ID of the target memory.
             */
            to_id: string;
            /**
             * Format: int64
             * @description Number of deleted relationships.
             */
            deleted: number;
            /** @description IDs of the deleted relationships, oldest first. */
            deleted_ids: string[];
        };
        DeletedSavedSearch: {
            /**
             * Format: uuid
             * @description ID of the saved search.
             */
            id: string;
            /**
             * @description Always true.
             * @constant
             */
            deleted: true;
        };
        DeletedWebhook: {
            /**
             * Format: uuid
             * @description ID of the webhook.
             */
            id: string;
            /**
             * @description True.
             * @constant
             */
            deleted: true;
        };
        /** @enum {string} */
        DirectionType: "DIRECTED" | "BIDIRECTIONAL" | "INVERSE_PAIRED";
        Document: {
            /**
             * Format: uuid
             * @description ID of the document.
             */
            id: string;
            /** @description File name of the upload, without folders. */
            filename: string;
            /** @description MIME type, which the extension determines. */
            content_type: string;
            /**
             * Format: int64
             * @description Bytes.
             */
            size: number;
            /**
             * Format: int64
             * @description Number of chunks.
             */
            chunk_count: number;
            /** @description State of the processing of the file. */
            processing_status: components["schemas"]["ProcessingStatus"];
            /** @description Title that the file states; null if there is none. */
            title: string | null;
            /** @description Authors that the file names. */
            authors: string[];
            /** @description Free-form object of the upload, or data about the chunk. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description Time at which the upload started. */
            created_at: string;
            /** @description Time at which the chunks were stored. Embedding the chunks does not change this time. */
            updated_at: string;
            /** @description Number of chunks by embedding status. */
            embedding_progress: {
                /**
                 * Format: int64
                 * @description Number of chunks.
                 */
                total: number;
                /**
                 * Format: int64
                 * @description Number of chunks with an embedding.
                 */
                completed: number;
                /**
                 * Format: int64
                 * @description Number of chunks that are not embedded yet.
                 */
                pending: number;
                /**
                 * Format: int64
                 * @description Number of chunks whose embedding failed.
                 */
                failed: number;
                /** @description Percentage of embedded chunks, 0 to 100. */
                percent_complete: number;
            };
        };
        DocumentChunk: {
            /**
             * Format: uuid
             * @description ID of the chunk.
             */
            id: string;
            /**
             * Format: uuid
             * @description ID of the document.
             */
            document_id: string;
            /**
             * Format: int64
             * @description Position in the document, from 0.
             */
            chunk_index: number;
            /** @description The extracted text from `start_char` to `end_char`, unchanged. */
            content: string;
            /**
             * Format: int64
             * @description Inclusive start offset in the extracted text, in Unicode code points.
             */
            start_char: number;
            /**
             * Format: int64
             * @description Offset after the last character in the extracted text, in Unicode code points.
             */
            end_char: number;
            /** @description Free-form object of the upload, or data about the chunk. */
            metadata: {
                /**
                 * Format: int64
                 * @description Page number of the first character; null in formats without pages.
                 */
                page?: number;
                /** @description Heading above the first character; null if there is none. */
                section?: string;
                /** @description Sections of which the chunk has text, in the order of the text. The array has at most 10 sections. The sections after the first have at most 1,000 characters in total. */
                sections?: string[];
            };
            /** @description `pending`, `completed` or `failed`. */
            embedding_status: components["schemas"]["EmbeddingStatus"];
            /** @description Time at which the upload started. */
            created_at: string;
        };
        DocumentCitation: {
            /**
             * Format: uuid
             * @description ID of the document.
             */
            id: string;
            /** @description File name of the document. Null if the document service is unavailable or the document was deleted. */
            filename: string | null;
            /** @description Title that the file states. Null if the file states no title, and if `filename` is null. */
            title: string | null;
            /** @description Page number, from 1. Null for documents without pages. */
            page: number | null;
            /** @description Section in which the chunk begins. Null if it has none. */
            section: string | null;
            /**
             * Format: int64
             * @description Position of the chunk in the document, from 0.
             */
            chunk_index: number;
            /**
             * Format: int64
             * @description Number of chunks of the document.
             */
            chunk_count: number;
        };
        DocumentList: {
            /** @description Objects of this page. */
            items: components["schemas"]["Document"][];
            /** @description Place of the page in the list. */
            pagination: components["schemas"]["Pagination"];
        };
        DocumentText: {
            /**
             * Format: uuid
             * @description ID of the document.
             */
            id: string;
            /** @description File name of the upload, without folders. */
            filename: string;
            /** @description MIME type, which the extension determines. */
            content_type: string;
            /**
             * Format: int64
             * @description Bytes.
             */
            size: number;
            /**
             * Format: int64
             * @description Number of chunks.
             */
            chunk_count: number;
            /** @description State of the processing of the file. */
            processing_status: components["schemas"]["ProcessingStatus"];
            /** @description Title that the file states; null if there is none. */
            title: string | null;
            /** @description Authors that the file names. */
            authors: string[];
            /** @description Free-form object of the upload, or data about the chunk. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description Time at which the upload started. */
            created_at: string;
            /** @description Time at which the chunks were stored. Embedding the chunks does not change this time. */
            updated_at: string;
            /** @description Text of the page. Empty while the document is being uploaded. */
            text: string;
            /** @description Index of the first chunk of the page. Null if the page has no text. */
            first_chunk_index: number | null;
            /** @description Positions of the first and the last chunk of the page; null if there is no text. */
            last_chunk_index: number | null;
            /** @description Page numbers of these chunks; null in formats without pages. */
            first_page: number | null;
            /** @description Page numbers of these chunks; null in formats without pages. */
            last_page: number | null;
            /** @description Heading above the first chunk; null if there is none. */
            section: string | null;
            /** @description Cursor of the next items. Null at the end. */
            next_cursor: string | null;
        };
        DocumentWithChunks: {
            /**
             * Format: uuid
             * @description ID of the document.
             */
            id: string;
            /** @description File name of the upload, without folders. */
            filename: string;
            /** @description MIME type, which the extension determines. */
            content_type: string;
            /**
             * Format: int64
             * @description Bytes.
             */
            size: number;
            /**
             * Format: int64
             * @description Number of chunks.
             */
            chunk_count: number;
            /** @description State of the processing of the file. */
            processing_status: components["schemas"]["ProcessingStatus"];
            /** @description Title that the file states; null if there is none. */
            title: string | null;
            /** @description Authors that the file names. */
            authors: string[];
            /** @description Free-form object of the upload, or data about the chunk. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description Time at which the upload started. */
            created_at: string;
            /** @description Time at which the chunks were stored. Embedding the chunks does not change this time. */
            updated_at: string;
            /** @description Number of chunks by embedding status: `total`, `completed`, `pending` and `failed`. `percent_complete` is the percentage of embedded chunks, 0 to 100. Absent if the response has `chunks`. */
            embedding_progress?: {
                /**
                 * Format: int64
                 * @description Number of chunks.
                 */
                total: number;
                /**
                 * Format: int64
                 * @description Number of chunks with an embedding.
                 */
                completed: number;
                /**
                 * Format: int64
                 * @description Number of chunks that are not embedded yet.
                 */
                pending: number;
                /**
                 * Format: int64
                 * @description Number of chunks whose embedding failed.
                 */
                failed: number;
                /** @description Percentage of embedded chunks, 0 to 100. */
                percent_complete: number;
            };
            /** @description A page of chunks in the order of the text. */
            chunks?: components["schemas"]["DocumentChunk"][];
            /** @description True if the size limit omitted items. Continue with next_cursor. */
            truncated?: boolean;
            /** @description Cursor of the next items. Null at the end. */
            next_cursor?: string | null;
        };
        /** @enum {string} */
        EmbeddingStatus: "pending" | "completed" | "failed";
        ErasedStore: {
            /** @description Service that owns the store. */
            service: string;
            /** @description Name of the store. */
            store: string;
            /**
             * Format: int64
             * @description Rows, files or index entries with the data before the deletion.
             */
            found_before: number;
            /** @description The same number in the last search. Null before the first search after a deletion. */
            found_after: number | null;
        };
        Erasure: {
            /**
             * Format: uuid
             * @description ID of the erasure.
             */
            id: string;
            /**
             * Format: uuid
             * @description User whose data is erased.
             */
            user_id: string;
            /** @description `running`; `verifying` if the last search found nothing and another search follows; `completed`. */
            status: components["schemas"]["ErasureStatus"];
            /** @description User who requested the erasure. */
            requested_by: string;
            /** @description Time of the request. Objects that were stored later are kept. */
            requested_at: string;
            /** @description Time of the last search; null before it. */
            completed_at: string | null;
            /** @description Results of the searches by store. Empty until the first search has ended. */
            stores: components["schemas"]["ErasedStore"][];
            /** @description Null until the erasure is completed. */
            receipt: components["schemas"]["ErasureReceipt"] | null;
        };
        ErasureReceipt: {
            /**
             * Format: uuid
             * @description ID of the erasure.
             */
            erasure_id: string;
            /**
             * Format: uuid
             * @description ID of the tenant.
             */
            tenant_id: string;
            /**
             * Format: uuid
             * @description User whose data is erased.
             */
            user_id: string;
            /** @description Time of the request. Objects that were stored later are kept. */
            requested_at: string;
            /** @description Time of the last search; null before it. */
            completed_at: string;
            /** @description Results of the searches by store. Empty until the first search has ended. */
            stores: components["schemas"]["ErasedStore"][];
            /** @description Data that the erasure does not delete. */
            retained: components["schemas"]["RetainedObjects"][];
            /** @description SHA-256 of the canonical JSON (RFC 8785) of the other fields, as hexadecimal digits. */
            digest: string;
        };
        /** @enum {string} */
        ErasureStatus: "running" | "verifying" | "completed";
        /** @description Response of a failed request. */
        Error: {
            /**
             * @description Distinguishes errors from successes.
             * @constant
             */
            status: "error";
            /** @description What failed. */
            error: {
                /** @description Code for programs. It does not change. */
                code: components["schemas"]["ErrorCode"];
                /** @description Sentence for people. Its wording can change. */
                message: string;
                /** @description Further data, which depends on the code. */
                details: {
                    [key: string]: unknown;
                } | null;
                /** @description Messages by field name, for invalid fields. */
                field_errors: {
                    [key: string]: string[];
                } | null;
            };
            meta: components["schemas"]["Meta"];
        };
        /** @enum {string} */
        ErrorCode: "AUTH_INVALID_CREDENTIALS" | "AUTH_TOKEN_EXPIRED" | "AUTH_TOKEN_INVALID" | "AUTH_UNAUTHORIZED" | "AUTH_INSUFFICIENT_PERMISSIONS" | "AUTH_FORBIDDEN" | "RES_NOT_FOUND" | "RES_MEMORY_NOT_FOUND" | "RES_DOCUMENT_NOT_FOUND" | "RES_ALREADY_EXISTS" | "RES_RELATIONSHIP_EXISTS" | "RES_PRECONDITION_FAILED" | "VAL_METHOD_NOT_ALLOWED" | "VAL_VALIDATION_FAILED" | "VAL_FIELD_REQUIRED" | "VAL_FIELD_TOO_LONG" | "VAL_FIELD_INVALID" | "VAL_FIELD_UNKNOWN" | "VAL_SECRET_FOUND" | "VAL_UUID_INVALID" | "VAL_ENUM_INVALID" | "VAL_IDEMPOTENCY_KEY_INVALID" | "VAL_IDEMPOTENCY_KEY_REUSED" | "VAL_POSITION_INVALID" | "BIZ_REQUEST_IN_PROGRESS" | "VAL_ADDRESS_FORBIDDEN" | "BIZ_QUOTA_EXCEEDED" | "BIZ_RATE_LIMIT_EXCEEDED" | "SYS_INTERNAL_ERROR" | "SYS_BAD_GATEWAY" | "SYS_SERVICE_UNAVAILABLE" | "SYS_NOT_FRESH" | "NOT_IMPLEMENTED";
        /** @enum {string} */
        EvolutionType: "correction" | "update" | "expansion" | "contradiction" | "deprecation";
        EvolveMemoryRequest: {
            /** @description Content of the new version, 1 to 10,000 characters. Must differ from the content of the original. */
            new_content: string;
            /** @description Kind of the change. */
            evolution_type: components["schemas"]["EvolutionType"];
            /** @description Reason of the change. */
            reason?: string | null;
            /** @description Start of the period in which the memory is true, inclusive. */
            valid_from?: (string) | null;
            /** @description End of the period in which the memory is true, exclusive. Must be after `valid_from`. */
            valid_until?: (string) | null;
            /**
             * @description `close` ends the validity of the original when the validity of the new version starts. `keep` does not change the validity of the original.
             * @default close
             */
            original_validity?: components["schemas"]["OriginalValidity"];
        };
        EvolvedMemory: {
            /**
             * Format: uuid
             * @description ID of the original.
             */
            original_memory_id: string;
            /**
             * Format: uuid
             * @description ID of the new version.
             */
            new_memory_id: string;
            /**
             * Format: uuid
             * @description ID of the relationship from the new version to the original.
             */
            evolution_id: string;
            /** @description Kind of the change. */
            evolution_type: components["schemas"]["EvolutionType"];
            /**
             * Format: int64
             * @description Version number.
             */
            version: number;
            /** @description Time at which the memory was created. */
            created_at: string;
        };
        ExplainMissingResultRequest: {
            /**
             * Format: uuid
             * @description ID of the memory.
             */
            memory_id: string;
            /** @description Body of a hybrid search. `cursor`, `include_neighbors` and `explain` have no effect. `as_of` and `known_at` are rejected with 422 `VAL_FIELD_INVALID`. */
            search: {
                /** @description Text to search for, 1 to 4,000 characters. */
                query: string;
                /**
                 * Format: int32
                 * @description Maximum number of results, 1 to 100.
                 * @default 20
                 */
                limit?: number;
                /**
                 * @description Weight of keyword search, 0 to 1.
                 * @default 0.4
                 */
                bm25_weight?: number;
                /**
                 * @description Weight of vector search, 0 to 1.
                 * @default 0.4
                 */
                vector_weight?: number;
                /**
                 * @description Weight of graph expansion, 0 to 1.
                 * @default 0.2
                 */
                graph_weight?: number;
                /** @description Only memories of these types. */
                memory_types?: components["schemas"]["MemoryType"][] | null;
                /** @description Only items from these sources. */
                source_types?: components["schemas"]["SourceType"][] | null;
                /** @description Only memories with this importance or a higher one, 0 to 1. */
                min_importance?: number | null;
                /** @description Other name of `min_importance`. */
                importance_threshold?: number | null;
                /** @description Only memories that this user created and chunks of documents that this user uploaded. */
                user_id?: string | null;
                /** @description Comma-separated tags. An item matches if it has at least one of them. */
                tags?: string | null;
                /** @description Only items that occurred at this time or later. */
                start_date?: (string) | null;
                /** @description Only items that occurred at this time or earlier. A date without a time includes the whole day in UTC. */
                end_date?: (string) | null;
                /**
                 * @description False turns off graph expansion and the knowledge cloud.
                 * @default true
                 */
                enable_graph_expansion?: boolean;
                /**
                 * Format: int32
                 * @description Number of steps of graph expansion, 1 to 5.
                 * @default 2
                 */
                graph_max_depth?: number;
                /**
                 * Format: int32
                 * @description Number of items from which graph expansion starts, 1 to 50.
                 * @default 10
                 */
                graph_seed_limit?: number;
                /**
                 * Format: int32
                 * @description Constant `k` of reciprocal rank fusion, 1 to 100. Lower values give the top ranks more weight.
                 * @default 60
                 */
                rrf_k?: number;
                /** @description Minimum `final_score` of a result. */
                min_score_threshold?: number | null;
                /** @description Half-life of the recency factor in days, 0.01 to 3,650. If null, the age of an item has no effect. */
                recency_half_life_days?: number | null;
                /**
                 * Format: int32
                 * @description Number of chunks before and number of chunks after each document chunk in its context, 0 to 20. If 0, results have no context.
                 * @default 0
                 */
                include_neighbors?: number;
                /**
                 * @description True adds an explanation of its score to each result. `limit` is then at most 50.
                 * @default false
                 */
                explain?: boolean;
                /** @description Validities of the results in addition to `current`. */
                include?: components["schemas"]["IncludedValidity"][] | null;
                /** @description Time at which the results were true. */
                as_of?: (string) | null;
                /** @description Time at which the states of the results were recorded. */
                known_at?: (string) | null;
                /** @description next_cursor of a truncated response, with the same body otherwise. */
                cursor?: string | null;
            };
        };
        Explanation: {
            /** @description Values of each retriever. */
            retrievers: {
                /** @description Values of keyword search; null if it did not rank the item. */
                bm25: {
                    /** @description Rank of the item in the retriever, from 1; null if the retriever did not rank it. */
                    rank: number | null;
                    /** @description Score of the item in the retriever; null if it does not match. */
                    score: number | null;
                    /** @description Weight of the term or retriever. */
                    weight: number;
                    /** @description `weight / (rrf_k + rank)`; null if `rank` is null. */
                    contribution: number | null;
                    /** @description Score by which `bm25` or `vector` ranks the item: the sum of `own_share`, the shares of the `neighbors` and `blended_score`, except for rounding; null if the retriever did not rank the item. */
                    rank_score: number | null;
                    /** @description Part of `rank_score` that comes from the item itself, 0 to 1; null if only graph expansion found the item. */
                    own_share: number | null;
                    /** @description Only of `bm25`: the query terms that occur in the item. Each has `term` (a word stem), `idf`, `frequency` in the item (at most 255) and `weight`. The weights add up to `score`, with a relative error of at most 0.00001, unless the index changes during the search. Null if the keyword index cannot be read. */
                    terms: {
                        /** @description Word stem of the query. */
                        term: string;
                        /** @description Inverse document frequency of the term. */
                        idf: number;
                        /**
                         * Format: int64
                         * @description Occurrences of the term in the item, at most 255.
                         */
                        frequency: number;
                        /** @description Weight of the term or retriever. */
                        weight: number;
                    }[] | null;
                } | null;
                /** @description Values of vector search; null if it did not rank the item. */
                vector: {
                    /** @description Rank of the item in the retriever, from 1; null if the retriever did not rank it. */
                    rank: number | null;
                    /** @description Score of the item in the retriever; null if it does not match. */
                    score: number | null;
                    /** @description Weight of the term or retriever. */
                    weight: number;
                    /** @description `weight / (rrf_k + rank)`; null if `rank` is null. */
                    contribution: number | null;
                    /** @description Score by which `bm25` or `vector` ranks the item: the sum of `own_share`, the shares of the `neighbors` and `blended_score`, except for rounding; null if the retriever did not rank the item. */
                    rank_score: number | null;
                    /** @description Part of `rank_score` that comes from the item itself, 0 to 1; null if only graph expansion found the item. */
                    own_share: number | null;
                } | null;
                /** @description Values of graph expansion; null if it did not rank the item. */
                graph: {
                    /** @description Rank of the item in the retriever, from 1; null if the retriever did not rank it. */
                    rank: number | null;
                    /** @description Score of the item in the retriever; null if it does not match. */
                    score: number | null;
                    /** @description Weight of the term or retriever. */
                    weight: number;
                    /** @description `weight / (rrf_k + rank)`; null if `rank` is null. */
                    contribution: number | null;
                    /** @description Only of `graph`: part of `score` that the item received from other items in graph expansion. */
                    received: number;
                    /** @description Only of `graph`: the path that transferred the largest score to the item; null for an item from which graph expansion started, and for an item that it did not reach. */
                    path: {
                        /** @description Steps from an item from which graph expansion started to the result. Each has `from_id`, `to_id`, `relationship_id`, `type` and `strength`. */
                        steps: {
                            /**
                             * Format: uuid
                             * @description ID of the source of the relationship.
                             */
                            from_id: string;
                            /**
                             * Format: uuid
                             * @description ID of the target of the relationship.
                             */
                            to_id: string;
                            /** @description Null for adjacent turns of a conversation, and if the relationship is unknown. */
                            relationship_id: string | null;
                            /** @description Type of the strongest relationship of the two items. `conversation` if the items have no relationship and are adjacent turns of a conversation; `relationship_id` is then null. Null if the relationships cannot be read. */
                            type: components["schemas"]["PathStepType"] | null;
                            /** @description Strength of the relationship, 0 to 1. */
                            strength: number | null;
                        }[];
                        /** @description Score that the last step transferred. */
                        transferred: number;
                    } | null;
                } | null;
            };
            /** @description Blended score of the item; 0 if only graph expansion found the item. */
            blended_score: number;
            /** @description Conversation neighbors among the candidates. Each has `memory_id`, `distance` (1 or 2 turns), and the shares `bm25_share` and `vector_share` that the neighbor adds to the `rank_score` of the retriever. */
            neighbors: {
                /**
                 * Format: uuid
                 * @description ID of the memory.
                 */
                memory_id: string;
                /**
                 * Format: int64
                 * @description Turns between the neighbor and the item, 1 or 2.
                 */
                distance: number;
                /** @description Part of the keyword score that the neighbor adds. */
                bm25_share: number;
                /** @description Part of the vector score that the neighbor adds. */
                vector_share: number;
            }[];
            /** @description How the ranks were merged. */
            fusion: {
                /**
                 * Format: int64
                 * @description Constant `k` of reciprocal rank fusion, 1 to 100. Lower values give the top ranks more weight.
                 */
                rrf_k: number;
                /** @description Sum of the values of `contribution`, added in the order `bm25`, `vector`, `graph`. */
                sum: number;
                /** @description Sum for an item that every retriever that ran ranks first. */
                best_possible: number;
                /** @description `sum / best_possible`, rounded to 12 decimals, at most 1. */
                fused_score: number;
                /** @description Recency factor of the memory. */
                recency_factor: number;
                /** @description Score of the memory; null if it is not ranked. */
                final_score: number;
            };
        };
        GetAwakeningData: {
            /** @description Text of the briefing. */
            briefing: string;
        };
        GetContextRequest: {
            /** @description Text that the memories must be relevant to, for example the message of the user, 1 to 4,000 characters. Without it, the newest memories are returned. */
            query?: string | null;
            /**
             * Format: int32
             * @description Maximum number of tokens of `text`, 100 to 32,000.
             * @default 1500
             */
            max_tokens?: number;
            /** @description Parts of the context. Default: all. */
            sections?: components["schemas"]["Section"][] | null;
            /** @description Only memories of these types. */
            memory_types?: components["schemas"]["MemoryType"][] | null;
            /** @description Only items from these sources. */
            source_types?: components["schemas"]["SourceType"][] | null;
            /** @description Only memories with this importance or a higher one, 0 to 1. */
            min_importance?: number | null;
            /** @description Other name of `min_importance`. */
            importance_threshold?: number | null;
            /** @description Only memories that this user created and chunks of documents that this user uploaded. */
            user_id?: string | null;
            /** @description Comma-separated tags. An item matches if it has at least one of them. */
            tags?: string | null;
            /** @description Only items that occurred at this time or later. */
            start_date?: (string) | null;
            /** @description Only items that occurred at this time or earlier. A date without a time includes the whole day in UTC. */
            end_date?: (string) | null;
        };
        HybridSearchResult: {
            /**
             * Format: uuid
             * @description ID of the memory or document chunk.
             */
            id: string;
            /** @description Text of the item. */
            content: string;
            /** @description About 200 characters from the beginning of the content. */
            snippet: string;
            /** @description Relevance of the item, 0 to 1. */
            score: number;
            /** @description Parts of the score. */
            score_breakdown: {
                /** @description Relevance of the item, 0 to 1. */
                final_score: number;
                /** @description BM25 score of the item; null if no query term occurs in the item or the score is unknown. */
                bm25_score: number | null;
                /** @description Cosine similarity of item and query, 0 to 1; null if the similarity is unknown. */
                vector_score: number | null;
                /** @description Score after graph expansion; null if the expansion did not run. */
                graph_score: number | null;
                /** @description Rank of the item in the retriever, from 1; null if the retriever did not rank it. */
                rank_bm25: number | null;
                /** @description Rank of the item in the retriever, from 1; null if the retriever did not rank it. */
                rank_vector: number | null;
            };
            /** @description `memory_type`, `importance`, `confidence`, `source_type`, `user_id`, `created_at`, `occurred_at` and `updated_at`. For document chunks, `memory_type`, `importance` and `confidence` are null. */
            metadata: {
                /** @description Type of the memory; null for document chunks. */
                memory_type: components["schemas"]["MemoryType"] | null;
                /** @description Importance of the memory; null for document chunks. */
                importance: number | null;
                /** @description Part of the content with the query terms marked; null if no term occurs. */
                highlight: string | null;
                /** @description Relationships of the item; null in a search of the past before the history of the relationships. */
                graph_context: {
                    /** @description Up to 20 `current` relationships of the item with `current` memories, in both directions, highest weight first. Each has `to_id` (ID of the other memory), `type` and `strength`. Empty if the graph is unavailable. */
                    relationships: {
                        /**
                         * Format: uuid
                         * @description ID of the target of the relationship.
                         */
                        to_id: string;
                        /** @description Type of the relationship. */
                        type: components["schemas"]["RelationshipType"];
                        /** @description Strength of the relationship, 0 to 1. */
                        strength: number;
                    }[];
                    /**
                     * Format: int64
                     * @description Number of all these relationships; 0 if the graph is unavailable.
                     */
                    relationship_count: number;
                } | null;
            };
            /** @description `memory` or `document`. */
            source_type: components["schemas"]["SourceType"];
            /** @description Tags of the memory. Empty for document chunks. */
            tags: string[];
            /** @description Time at which the memory was created. */
            created_at: string;
            /** @description Time of the event that the memory describes. A date without a time is the start of the day in UTC. */
            occurred_at: string;
            /** @description Text of the chunk with the neighboring chunks; null without context. */
            content_with_context: string | null;
            /** @description Position of the chunk in its document, from 0; null for memories. */
            chunk_index: number | null;
            /** @description Number of chunks of the document; null for memories. */
            total_chunks: number | null;
            /** @description ID of the document; null for memories. */
            document_id: string | null;
            /** @description The document of the chunk; null for memories. */
            document: components["schemas"]["DocumentCitation"] | null;
            /** @description Whether the item has another text now. Only in a search of the past. */
            text_changed_since?: boolean;
            /**
             * @description Only of an inactive version.
             * @constant
             */
            validity?: "superseded";
            /** @description Only of an inactive version: ID of the version that replaced it, or null. */
            superseded_by?: string | null;
            /** @description Explanation of the score; absent if `explain` is false. */
            explanation?: components["schemas"]["Explanation"];
        };
        HybridSearchResults: {
            /** @description Results, best first. */
            items: components["schemas"]["HybridSearchResult"][];
            /** @description The query and the weights of the search. */
            query: string;
            /** @description What the search understood of the query. */
            analyzed_query: {
                /** @description The query as it was sent. */
                original: string;
                /**
                 * @description `hybrid`.
                 * @constant
                 */
                search_type: "hybrid";
                /** @description Weights of the retrievers in the request. */
                weights: {
                    /** @description Values of keyword search; null if it did not run. */
                    bm25: number;
                    /** @description Values of vector search; null if it did not run. */
                    vector: number;
                    /** @description Values of graph expansion; null if it did not run. */
                    graph: number;
                };
                /** @description `enable_graph_expansion` of the request. */
                graph_expansion_enabled: boolean;
            };
            /** @description Counts and limits of the search. */
            search_metadata: {
                /**
                 * @description `hybrid_rrf`.
                 * @constant
                 */
                search_method: "hybrid_rrf";
                /**
                 * Format: int64
                 * @description Number of results in this response.
                 */
                results_count: number;
                /** @description True if the size limit omitted items. Continue with next_cursor. */
                truncated: boolean;
                /** @description Cursor of the next items. Null at the end. */
                next_cursor: string | null;
                /** @description Durations and counts of the steps. */
                stats: {
                    /** @description Duration of the whole search in milliseconds. */
                    search_time_ms: number;
                    /** @description Duration of each step in milliseconds, 0 if the step did not run. */
                    bm25_time_ms: number;
                    /** @description Duration of each step in milliseconds, 0 if the step did not run. */
                    vector_time_ms: number;
                    /** @description Duration of each step in milliseconds, 0 if the step did not run. */
                    graph_time_ms: number;
                    /** @description Duration of each step in milliseconds, 0 if the step did not run. */
                    fusion_time_ms: number;
                    /**
                     * Format: int64
                     * @description Number of candidates that the retriever found.
                     */
                    bm25_count: number;
                    /**
                     * Format: int64
                     * @description Number of candidates that the retriever found.
                     */
                    vector_count: number;
                    /**
                     * Format: int64
                     * @description Number of items in the graph ranking.
                     */
                    graph_count: number;
                    /**
                     * Format: int64
                     * @description Number of results, including the results that the size limit omitted.
                     */
                    final_count: number;
                };
                /** @description Retrievers that failed. Their results are missing. */
                degraded: components["schemas"]["Retriever"][];
                /**
                 * Format: int64
                 * @description Number of the caller's recent changes that the results do not reflect yet.
                 */
                pending_writes: number;
                /** @description Graph around the results; null if it was not requested. */
                knowledge_cloud?: {
                    /** @description Memories and chunks of the knowledge cloud. */
                    nodes: components["schemas"]["KnowledgeCloudNode"][];
                    /** @description Relationships between the nodes. */
                    edges: components["schemas"]["KnowledgeCloudEdge"][];
                    /** @description Numbers of nodes, seeds and edges. */
                    stats: {
                        /**
                         * Format: int64
                         * @description Number of nodes that are seeds.
                         */
                        seed_count: number;
                        /**
                         * Format: int64
                         * @description Number of nodes.
                         */
                        cloud_count: number;
                        /**
                         * Format: int64
                         * @description Number of edges.
                         */
                        edge_count: number;
                    };
                };
            };
        };
        /** @enum {string} */
        IncludedValidity: "superseded" | "expired" | "future";
        Insights: {
            /** @description Number of memories by memory type, most frequent first. */
            memory_type_distribution: {
                [key: string]: number;
            };
            /** @description Statistics of the analyzed memories. */
            statistics: {
                /**
                 * Format: int64
                 * @description Number of memories.
                 */
                total_memories: number;
                /**
                 * Format: int64
                 * @description Memories created in the last 24 hours.
                 */
                memories_last_24h: number;
                /**
                 * Format: int64
                 * @description Memories created in the last 7 days.
                 */
                memories_last_week: number;
                /**
                 * Format: int64
                 * @description Memories created in the last 30 days.
                 */
                memories_last_month: number;
                /** @description Average importance, 0 to 1. */
                average_importance: number;
                /**
                 * Format: int64
                 * @description Sum of the access counts.
                 */
                total_access_count: number;
            };
            /** @description Insights, each with `name` and `value`. */
            insights: {
                /** @description Name of the insight or topic. */
                name: string;
                /** @description Value of the insight. */
                value: string;
                /** @description Change compared with the previous window. */
                trend?: components["schemas"]["Trend"];
                /**
                 * Format: int64
                 * @description Number of memories.
                 */
                count?: number;
            }[];
        };
        KnowledgeCloudEdge: {
            /**
             * Format: uuid
             * @description ID of the relationship.
             */
            id: string;
            /**
             * Format: uuid
             * @description ID of the source of the relationship.
             */
            from_id: string;
            /**
             * Format: uuid
             * @description ID of the target of the relationship.
             */
            to_id: string;
            /** @description Type of the relationship. */
            type: components["schemas"]["RelationshipType"];
            /** @description Strength of the relationship, 0 to 1. */
            strength: number;
        };
        KnowledgeCloudNode: {
            /**
             * Format: uuid
             * @description ID of the memory or document chunk.
             */
            id: string;
            /** @description First 80 characters of the content. */
            label: string;
            /** @description Type of the memory; null for document chunks. */
            memory_type: components["schemas"]["MemoryType"] | null;
            /** @description Importance of the memory; null for document chunks. */
            importance: number | null;
            /** @description Relevance of the item, 0 to 1. */
            score: number;
            /**
             * Format: int64
             * @description Number of steps from the nearest seed, 0 for seeds.
             */
            depth: number;
            /** @description True for seeds. */
            is_seed: boolean;
            /** @description Version number of a memory. Null for a document chunk, and for a memory that was indexed before this field existed. */
            version: number | null;
            /** @description False for a superseded version. */
            is_active: boolean;
        };
        /** @enum {string} */
        LifecycleState: "active" | "evolved" | "deprecated";
        ListErasuresData: {
            /** @description Erasures, newest first. */
            items: components["schemas"]["Erasure"][];
            /** @description True if the size limit omitted items. Continue with next_cursor. */
            truncated: boolean;
            /** @description Cursor of the next items. Null at the end. */
            next_cursor: string | null;
        };
        ListMemoryTagsData: string[];
        ListPersonasData: {
            /** @description Tier of the tenant. */
            current_tier: components["schemas"]["Tier"];
            /** @description True if the tier is `premium` or higher and the caller has the permission `write`. */
            can_add_traits: boolean;
            /** @description True if `can_add_traits` is true and the caller has the role `owner`. */
            can_set_org_default: boolean;
            /** @description All personas. The personas that the tier of the tenant can select are first. */
            personas: components["schemas"]["Persona"][];
        };
        Memory: {
            /**
             * Format: uuid
             * @description ID of the memory or relationship.
             */
            id: string;
            /** @description Content of the memory. */
            content: string;
            /** @description Type of the memory. */
            memory_type: components["schemas"]["MemoryType"];
            /** @description Importance of the memory, 0 to 1. */
            importance: number;
            /** @description Confidence in the memory, 0 to 1. */
            confidence: number;
            /** @description Difference of the memory from similar earlier ones, 0 to 1. */
            surprise_score: number;
            /** @description Source of the memory. */
            source_type: components["schemas"]["SourceType"];
            /** @description ID of the user who created the memory. */
            user_id: string;
            /**
             * Format: int64
             * @description Number of times the memory was read or found.
             */
            access_count: number;
            /** @description Time of the last access; null if there was none. */
            last_accessed: string | null;
            /** @description Time at which the memory was created. */
            created_at: string;
            /** @description Time of the event that the memory describes. A date without a time is the start of the day in UTC. */
            occurred_at: string;
            /** @description Time of the last update, change to the tags, or change of the lifecycle state. */
            updated_at: string;
            /** @description Free-form object. Loci interprets only `conversation_id` and, for checkpoints, `name`. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description `pending`, `completed` or `failed`. */
            embedding_status: components["schemas"]["EmbeddingStatus"];
            /** @description The 50 oldest active relationships of the memory, oldest first. */
            relationships: components["schemas"]["RelationshipSummary"][];
            /** @description Tags in alphabetical order. */
            tags: string[];
            /** @description `active`, `evolved` or `deprecated`. */
            lifecycle_state: components["schemas"]["LifecycleState"];
            /**
             * Format: int64
             * @description Version number, from 1.
             */
            version: number;
            /** @description True if `lifecycle_state` is `active`. */
            is_active: boolean;
            /** @description Start of the period in which the memory is true, inclusive. */
            valid_from: string | null;
            /** @description End of the period in which the memory is true, exclusive. Must be after `valid_from`. */
            valid_until: string | null;
            /** @description `current`, `superseded`, `expired` or `future`. */
            validity: components["schemas"]["Validity"];
            /** @description Future time from which the memory is gone. Null: the memory does not expire. */
            expires_at: string | null;
            /** @description True if retention defaults do not apply to the memory. */
            pinned: boolean;
        };
        MemoryHistory: {
            /** @description The active version, or the newest version if none is active. */
            current: {
                /**
                 * Format: uuid
                 * @description ID of the memory.
                 */
                id: string;
                /** @description Content of the memory. */
                content: string;
                /** @description Type of the memory. */
                memory_type: components["schemas"]["MemoryType"];
                /** @description Importance of the memory, 0 to 1. */
                importance: number;
                /** @description Confidence in the memory, 0 to 1. */
                confidence: number;
                /** @description Time at which the memory was created. */
                created_at: string;
                /** @description Time of the last update, change to the tags, or change of the lifecycle state. */
                updated_at: string;
            };
            /** @description Versions on this page, oldest first. */
            history: {
                /**
                 * Format: uuid
                 * @description ID of the memory.
                 */
                id: string;
                /**
                 * Format: int64
                 * @description Version number.
                 */
                version: number;
                /** @description Content of the memory. */
                content: string;
                /** @description Time at which the memory was created. */
                created_at: string;
                /** @description `active`, `evolved` or `deprecated`. */
                lifecycle_state: components["schemas"]["LifecycleState"];
                /** @description True if `lifecycle_state` is `active`. */
                is_active: boolean;
            }[];
            /**
             * Format: int64
             * @description Number of all versions.
             */
            total_versions: number;
            /** @description True if the size limit omitted items. Continue with next_cursor. */
            truncated: boolean;
            /** @description Cursor of the next items. Null at the end. */
            next_cursor: string | null;
        };
        MemoryList: {
            /** @description Objects of this page. */
            items: components["schemas"]["RecordedMemory"][];
            /** @description Place of the page in the list. */
            pagination: components["schemas"]["Pagination"];
        };
        MemoryRevisionList: {
            /** @description Revisions, newest first. */
            revisions: {
                /**
                 * Format: uuid
                 * @description ID of the memory or relationship.
                 */
                id: string;
                /** @description Content of the memory. */
                content: string;
                /** @description Type of the memory. */
                memory_type: components["schemas"]["MemoryType"];
                /** @description Importance of the memory, 0 to 1. */
                importance: number;
                /** @description Confidence in the memory, 0 to 1. */
                confidence: number;
                /** @description Source of the memory. */
                source_type: components["schemas"]["SourceType"];
                /** @description ID of the user who created the memory. */
                user_id: string;
                /** @description Time at which the memory was created. */
                created_at: string;
                /** @description Time of the event that the memory describes. A date without a time is the start of the day in UTC. */
                occurred_at: string;
                /** @description Free-form object. Loci interprets only `conversation_id` and, for checkpoints, `name`. */
                metadata: {
                    [key: string]: unknown;
                };
                /** @description Tags in alphabetical order. */
                tags: string[];
                /** @description `active`, `evolved` or `deprecated`. */
                lifecycle_state: components["schemas"]["LifecycleState"];
                /**
                 * Format: int64
                 * @description Version number, from 1.
                 */
                version: number;
                /** @description True if `lifecycle_state` is `active`. */
                is_active: boolean;
                /** @description Start of the period in which the memory is true, inclusive. */
                valid_from: string | null;
                /** @description End of the period in which the memory is true, exclusive. Must be after `valid_from`. */
                valid_until: string | null;
                /** @description Future time from which the memory is gone. Null: the memory does not expire. */
                expires_at: string | null;
                /** @description True if retention defaults do not apply to the memory. */
                pinned: boolean;
                /**
                 * Format: int64
                 * @description Number of the revision. The first one is 1, and each change increases it by 1.
                 */
                revision: number;
                /** @description `created`, `updated`, or `superseded` if the version is inactive. */
                change: components["schemas"]["RevisionChange"];
                /** @description Time at which Loci stored the state. */
                recorded_at: string;
                /** @description Time at which the next change replaced the state; null for the current state. */
                recorded_until: string | null;
                /** @description ID of the user who stored the state, or `system`. */
                recorded_by: string;
            }[];
            /** @description True if the size limit omitted items. Continue with next_cursor. */
            truncated: boolean;
            /** @description Cursor of the next items. Null at the end. */
            next_cursor: string | null;
        };
        /** @enum {string} */
        MemorySort: "created_at" | "-created_at" | "occurred_at" | "-occurred_at" | "importance" | "-importance" | "updated_at" | "-updated_at";
        MemoryState: {
            /**
             * Format: uuid
             * @description ID of the memory. A restored memory keeps it.
             */
            id: string;
            /**
             * Format: int32
             * @description Number of the state, from 1.
             */
            revision: number;
            /** @description Time at which the next state replaced this one; null for the current state. */
            recorded_until: (string) | null;
            /** @description ID of the user who stored the state, or `system`. */
            recorded_by: string;
            /** @description ID of the user who created the memory. */
            user_id: string;
            /** @description Content, 1 to 10,000 characters. */
            content: string;
            /**
             * Format: int32
             * @description Number of changes of the content, from 1.
             */
            content_revision: number;
            /** @description Type of the memory. */
            memory_type: components["schemas"]["MemoryType"];
            /** @description Importance, 0 to 1. */
            importance: number;
            /** @description Confidence, 0 to 1. */
            confidence: number;
            /** @description Source of the memory. */
            source_type: components["schemas"]["SourceType"];
            /** @description Free-form object. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description Normalized tags, at most 10. */
            tags: string[];
            /** @description ID of the conversation. */
            conversation_id: string | null;
            /** @description State of the version. */
            lifecycle_state: components["schemas"]["LifecycleState"];
            /**
             * Format: int32
             * @description Number of the version, from 1.
             */
            version: number;
            /**
             * Format: uuid
             * @description ID of the first version.
             */
            chain_id: string;
            /** @description ID of the memory that replaced this version. */
            superseded_by: string | null;
            /** @description Time at which the memory was created. */
            created_at: string;
            /** @description Time at which the state was stored. */
            updated_at: string;
            /** @description Time of the event that the memory describes. */
            occurred_at: string;
            /** @description Stored start of the validity; null for the default of the version. */
            valid_from: (string) | null;
            /** @description Stored end of the validity; null for the default of the version. */
            valid_until: (string) | null;
            /** @description Time from which the memory is gone. */
            expires_at: (string) | null;
            /** @description Whether a retention default set `expires_at`. */
            expires_by_default: boolean;
            /** @description Whether retention defaults do not apply. */
            pinned: boolean;
            /**
             * Format: int32
             * @description Number of accesses; 0 in a replaced state.
             */
            access_count: number;
            /** @description Time of the last access; null in a replaced state. */
            last_accessed: (string) | null;
        };
        MemoryStateList: {
            /** @description States by ID of their memory. The current state comes first, then the replaced ones, newest first. */
            states: {
                /**
                 * Format: uuid
                 * @description ID of the memory. A restored memory keeps it.
                 */
                id: string;
                /**
                 * Format: int32
                 * @description Number of the state, from 1.
                 */
                revision: number;
                /** @description Time at which the next state replaced this one; null for the current state. */
                recorded_until: string | null;
                /** @description ID of the user who stored the state, or `system`. */
                recorded_by: string;
                /** @description ID of the user who created the memory. */
                user_id: string;
                /** @description Content, 1 to 10,000 characters. */
                content: string;
                /**
                 * Format: int32
                 * @description Number of changes of the content, from 1.
                 */
                content_revision: number;
                /** @description Type of the memory. */
                memory_type: components["schemas"]["MemoryType"];
                /** @description Importance, 0 to 1. */
                importance: number;
                /** @description Confidence, 0 to 1. */
                confidence: number;
                /** @description Source of the memory. */
                source_type: components["schemas"]["SourceType"];
                /** @description Free-form object. */
                metadata: {
                    [key: string]: unknown;
                };
                /** @description Normalized tags, at most 10. */
                tags: string[];
                /** @description ID of the conversation. */
                conversation_id: string | null;
                /** @description State of the version. */
                lifecycle_state: components["schemas"]["LifecycleState"];
                /**
                 * Format: int32
                 * @description Number of the version, from 1.
                 */
                version: number;
                /**
                 * Format: uuid
                 * @description ID of the first version.
                 */
                chain_id: string;
                /** @description ID of the memory that replaced this version. */
                superseded_by: string | null;
                /** @description Time at which the memory was created. */
                created_at: string;
                /** @description Time at which the state was stored. */
                updated_at: string;
                /** @description Time of the event that the memory describes. */
                occurred_at: string;
                /** @description Stored start of the validity; null for the default of the version. */
                valid_from: string | null;
                /** @description Stored end of the validity; null for the default of the version. */
                valid_until: string | null;
                /** @description Time from which the memory is gone. */
                expires_at: string | null;
                /** @description Whether a retention default set `expires_at`. */
                expires_by_default: boolean;
                /** @description Whether retention defaults do not apply. */
                pinned: boolean;
                /**
                 * Format: int32
                 * @description Number of accesses; 0 in a replaced state.
                 */
                access_count: number;
                /** @description Time of the last access; null in a replaced state. */
                last_accessed: string | null;
            }[];
            /** @description True if the size limit omitted items. Continue with next_cursor. */
            truncated: boolean;
            /** @description Cursor of the next items. Null at the end. */
            next_cursor: string | null;
        };
        /** @enum {string} */
        MemoryType: "fact" | "insight" | "conversation" | "correction" | "reference" | "task" | "checkpoint" | "identity_core" | "personality_trait" | "relationship" | "strategy";
        /** @description Data about the response. */
        Meta: {
            /**
             * Format: date-time
             * @description Time of the response.
             */
            timestamp: string;
            /**
             * @description Version of the API.
             * @constant
             */
            version: "2.0.0";
            /** @description ID of the request, as in the header x-request-id and in the log. */
            request_id: string;
            /** @description What the operation changed or ignored in the request. Absent without warnings. */
            warnings?: string[];
            /** @description Whether the results contain all changes up to the minimum position of the request. */
            fresh?: boolean;
        };
        MissingResultExplanation: {
            /** @description True if the results contain the memory. */
            found: boolean;
            /** @description Rank of the memory in the results or in a retriever, from 1; null if it has none. */
            rank: number | null;
            /** @description First step that removed the memory; null if `found` is true. */
            reason: components["schemas"]["MissingResultReason"] | null;
            /** @description Fields that depend on `reason`; empty if `found` is true. */
            evidence: {
                /** @description ID of the version that replaced the memory. */
                superseded_by?: string | null;
                /** @description Time at which another version replaced the memory. */
                superseded_at?: string;
                /** @description End of the validity of the memory. */
                valid_until?: string;
                /** @description Filters that the memory does not match. */
                filters?: {
                    /** @description Name of the filter. */
                    filter: components["schemas"]["SearchFilter"];
                    /** @description Value that the filter requires. */
                    required: string | number | string[];
                    /** @description Value of the memory. */
                    actual: string | number | string[];
                }[];
                /**
                 * Format: int64
                 * @description Current revision of the memory.
                 */
                memory_revision?: number;
                /** @description Revision of the memory in the index; null if it is not indexed. */
                indexed_revision?: number | null;
                embedding_status?: components["schemas"]["EmbeddingStatus"];
                /** @description Minimum score of the request. */
                min_score_threshold?: number;
                /** @description Place of the memory in the ranking. */
                ranking?: {
                    /** @description Rank of the memory in the results or in a retriever, from 1; null if it has none. */
                    rank: number | null;
                    /**
                     * Format: int64
                     * @description Maximum number of results of the repeated search.
                     */
                    limit: number;
                    /** @description Score of the memory; null if it is not ranked. */
                    final_score: number | null;
                    /** @description Score of the last result; null if there are fewer than `limit` results. */
                    last_score: number | null;
                    /** @description Recency factor of the memory. */
                    recency_factor: number;
                    /**
                     * Format: int64
                     * @description Maximum number of candidates of a retriever.
                     */
                    window: number;
                    /** @description Values of each retriever. */
                    retrievers: {
                        /** @description Values of keyword search; null if it did not run. */
                        bm25: {
                            /** @description Rank of the memory in the results or in a retriever, from 1; null if it has none. */
                            rank: number | null;
                            /** @description Score of the item in the retriever; null if it does not match. */
                            score: number | null;
                            /** @description Weight of the retriever in the request. */
                            weight: number;
                            /** @description `weight / (rrf_k + rank)`; null if `rank` is null. */
                            contribution: number | null;
                            /** @description Lowest rank in this retriever that makes the memory a result, with its other ranks unchanged; null if even rank 1 is not sufficient. */
                            needed_rank: number | null;
                            /** @description Only of `bm25` and `vector`: rank by `score` among all items that match the filters; null if the rank is greater than 10,000 or the memory does not match. */
                            search_rank: number | null;
                            /** @description Only of `bm25` and `vector`: score of the last item in the window. A memory with a higher score is a candidate. Null if the window is not full. */
                            window_score: number | null;
                        } | null;
                        /** @description Values of vector search; null if it did not run. */
                        vector: {
                            /** @description Rank of the memory in the results or in a retriever, from 1; null if it has none. */
                            rank: number | null;
                            /** @description Score of the item in the retriever; null if it does not match. */
                            score: number | null;
                            /** @description Weight of the retriever in the request. */
                            weight: number;
                            /** @description `weight / (rrf_k + rank)`; null if `rank` is null. */
                            contribution: number | null;
                            /** @description Lowest rank in this retriever that makes the memory a result, with its other ranks unchanged; null if even rank 1 is not sufficient. */
                            needed_rank: number | null;
                            /** @description Only of `bm25` and `vector`: rank by `score` among all items that match the filters; null if the rank is greater than 10,000 or the memory does not match. */
                            search_rank: number | null;
                            /** @description Only of `bm25` and `vector`: score of the last item in the window. A memory with a higher score is a candidate. Null if the window is not full. */
                            window_score: number | null;
                        } | null;
                        /** @description Values of graph expansion; null if it did not run. */
                        graph: {
                            /** @description Rank of the memory in the results or in a retriever, from 1; null if it has none. */
                            rank: number | null;
                            /** @description Score of the item in the retriever; null if it does not match. */
                            score: number | null;
                            /** @description Weight of the retriever in the request. */
                            weight: number;
                            /** @description `weight / (rrf_k + rank)`; null if `rank` is null. */
                            contribution: number | null;
                            /** @description Lowest rank in this retriever that makes the memory a result, with its other ranks unchanged; null if even rank 1 is not sufficient. */
                            needed_rank: number | null;
                        } | null;
                    };
                };
            };
            /** @description Retrievers that failed: `bm25`, `vector` or `graph`. */
            degraded: components["schemas"]["Retriever"][];
            /**
             * Format: int64
             * @description Number of the caller's recent changes that the results do not reflect yet.
             */
            pending_writes: number;
        };
        /** @enum {string} */
        MissingResultReason: "not_found" | "superseded" | "expired" | "filtered" | "not_indexed_yet" | "below_min_score" | "outranked" | "no_match";
        NewMemory: {
            /** @description Content of the memory, 1 to 10,000 characters, not only whitespace. */
            content: string;
            /**
             * @description Type of the memory.
             * @default fact
             */
            memory_type?: components["schemas"]["MemoryType"];
            /**
             * @description Importance of the memory, 0 to 1.
             * @default 0.5
             */
            importance?: number;
            /**
             * @description Confidence in the memory, 0 to 1.
             * @default 0.8
             */
            confidence?: number;
            /**
             * @description Source of the memory.
             * @default direct_input
             */
            source_type?: components["schemas"]["SourceType"];
            /**
             * @description Free-form object. Loci interprets only `conversation_id` and, for checkpoints, `name`.
             * @default {}
             */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * @description At most 10 tags after normalization. Loci skips invalid tags and names skipped and changed tags in `meta.warnings`.
             * @default []
             */
            tags?: string[];
            /** @description Time of the event that the memory describes. A date without a time is the start of the day in UTC. */
            occurred_at?: (string) | null;
            /** @description Start of the period in which the memory is true, inclusive. */
            valid_from?: (string) | null;
            /** @description End of the period in which the memory is true, exclusive. Must be after `valid_from`. */
            valid_until?: (string) | null;
            /** @description Future time from which the memory is gone. Null: the memory does not expire. */
            expires_at?: (string) | null;
            /**
             * Format: int32
             * @description Seconds from the request until the memory expires, 1 to 315,360,000 (10 years), instead of `expires_at`.
             */
            ttl_seconds?: number;
            /**
             * @description Whether retention defaults do not apply to the memory.
             * @default false
             */
            pinned?: boolean;
        };
        NewRelationship: {
            /**
             * Format: uuid
             * @description ID of the source memory.
             */
            from_id: string;
            /**
             * Format: uuid
             * @description ID of the target memory.
             */
            to_id: string;
            /** @description Type of the relationship. */
            relationship_type: components["schemas"]["RelationshipType"];
            /**
             * @description Whether the relationship applies in one direction, in both, or has an inverse type.
             * @default DIRECTED
             */
            direction_type?: components["schemas"]["DirectionType"];
            /** @description Type of the inverse relationship. Required for INVERSE_PAIRED, ignored otherwise. */
            inverse_type?: components["schemas"]["RelationshipType"] | null;
            /**
             * @description Strength of the relationship, 0 to 1.
             * @default 0.5
             */
            strength?: number;
            /**
             * @description Confidence, 0 to 1.
             * @default 0.8
             */
            confidence?: number;
            /**
             * @description Free-form object with the reasons for the relationship.
             * @default {}
             */
            evidence?: {
                [key: string]: unknown;
            };
            /**
             * @description Free-form object with properties for traversals.
             * @default {}
             */
            traversal_properties?: {
                [key: string]: unknown;
            };
            /**
             * @description Free-form object.
             * @default {}
             */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description Start of the period in which the relationship is valid, inclusive. Null for no start. */
            valid_from?: (string) | null;
            /** @description End of the period in which the relationship is valid, exclusive. Null for no end. */
            valid_until?: (string) | null;
        };
        OpenContradiction: {
            /**
             * Format: uuid
             * @description ID of the contradiction.
             */
            id: string;
            /**
             * Format: uuid
             * @description ID of the first memory.
             */
            source_memory_id: string;
            /**
             * Format: uuid
             * @description ID of the second memory.
             */
            target_memory_id: string;
            /** @description Kind of the contradiction. */
            contradiction_type: components["schemas"]["ContradictionType"];
            /** @description State of the contradiction. */
            resolution_status: components["schemas"]["ResolutionStatus"];
            /** @description Confidence, 0 to 1. */
            confidence: number;
            /** @description Free-form object. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description Time of the report. */
            detected_at: string;
            /** @description ID of the user who reported it, or `system`. */
            detected_by: string;
            /** @description The first memory. */
            source: {
                /**
                 * Format: uuid
                 * @description ID of the memory.
                 */
                id: string;
                /** @description The first 300 characters of the content. */
                content: string;
                /** @description Creation time of the memory. */
                created_at: string;
            };
            /** @description The second memory. */
            target: {
                /**
                 * Format: uuid
                 * @description ID of the memory.
                 */
                id: string;
                /** @description The first 300 characters of the content. */
                content: string;
                /** @description Creation time of the memory. */
                created_at: string;
            };
        };
        OpenContradictionList: {
            /** @description Unresolved contradictions, newest first. */
            items: components["schemas"]["OpenContradiction"][];
            /** @description True if the size limit omitted items. Continue with next_cursor. */
            truncated: boolean;
            /** @description Cursor of the next items. Null at the end. */
            next_cursor: string | null;
        };
        /** @enum {string} */
        Origin: "user" | "evolution" | "contradiction";
        /** @enum {string} */
        OriginalValidity: "close" | "keep";
        Overview: {
            /** @description Unresolved contradictions between active memories. */
            open_contradictions: {
                /**
                 * Format: int64
                 * @description Number of objects. A lower bound if `total_is_exact` is false.
                 */
                total: number;
                /** @description False if there are more than `total` objects. */
                total_is_exact: boolean;
            };
            /** @description Open suggestions. */
            open_suggestions: {
                /**
                 * Format: int64
                 * @description Number of objects. A lower bound if `total_is_exact` is false.
                 */
                total: number;
                /** @description False if there are more than `total` objects. */
                total_is_exact: boolean;
            };
            /** @description Embeddings of the active memories. */
            embeddings: {
                /**
                 * Format: int64
                 * @description Number of memories with a completed embedding.
                 */
                completed: number;
                /**
                 * Format: int64
                 * @description Number of memories whose embedding is pending or failed.
                 */
                outstanding: number;
                /** @description Up to 5 memories with a failed embedding, latest change first. */
                failed: {
                    /**
                     * Format: uuid
                     * @description ID of the memory.
                     */
                    id: string;
                    /** @description The first 300 characters of the content. */
                    content: string;
                }[];
            };
            /** @description Memories and versions that were created on each day, oldest day first. */
            activity: {
                /**
                 * Format: int64
                 * @description Number of objects. A lower bound if `total_is_exact` is false.
                 */
                total: number;
                /** @description False if there are more than `total` objects. */
                total_is_exact: boolean;
                /** @description Day in UTC, `YYYY-MM-DD`. */
                date: string;
            }[];
        };
        Pagination: {
            /**
             * Format: int64
             * @description Number of this page, from 1.
             */
            page: number;
            /**
             * Format: int64
             * @description Maximum number of objects of a page.
             */
            per_page: number;
            /**
             * Format: int64
             * @description Number of objects on all pages if `total_is_exact` is true, otherwise a lower bound of this number.
             */
            total: number;
            /** @description False if the list has more than total items. */
            total_is_exact: boolean;
            /**
             * Format: int64
             * @description Number of pages for `total` objects; 0 if `total` is 0.
             */
            pages: number;
            /** @description True if more objects follow. */
            has_next: boolean;
            /** @description True if objects precede this page. */
            has_prev: boolean;
            /** @description True if the size limit omitted items. Continue with next_cursor. */
            truncated: boolean;
            /** @description Cursor of the next items. Null at the end. */
            next_cursor: string | null;
        };
        /** @enum {string} */
        PathStepType: "supersedes" | "updates" | "evolution_of" | "supports" | "contradicts" | "disputes" | "parent_of" | "child_of" | "sibling_of" | "composed_of" | "part_of" | "causes" | "influenced_by" | "prerequisite_for" | "implements" | "documents" | "tests" | "example_of" | "responds_to" | "references" | "inspired_by" | "follows" | "precedes" | "depends_on" | "conversation";
        /** @enum {string} */
        Permission: "read" | "write" | "delete";
        Persona: {
            /** @description ID of the persona. */
            id: string;
            /** @description Display name. */
            name: string;
            /** @description Category of the persona. */
            category: string;
            /** @description Lowest tier that can select the persona. */
            tier_required: components["schemas"]["Tier"];
            /** @description An emoji. */
            icon: string | null;
            /** @description Description of the character. */
            identity: string;
            /** @description Description of how the character speaks. */
            voice: string;
            /** @description Habits of the character. */
            quirks: string[];
            /** @description Limits of the character. */
            boundaries: string[];
            /** @description Sample sentences of the character. */
            example_phrases: string[];
            /** @description True if the tier of the tenant can select the persona. */
            accessible: boolean;
            /** @description Message that contains the required tier; null if `accessible` is true. */
            locked_message: string | null;
        };
        PersonaSelection: {
            /** @description ID of a persona, at most 100 characters. */
            persona_id: string;
            /** @description Display name of the persona. */
            persona_name: string;
            /** @description True if it is the default of the organization. */
            is_org_default: boolean;
            /** @description Time of the selection. */
            configured_at: string;
        };
        Personality: {
            /** @description ID of a persona, at most 100 characters. */
            persona_id: string | null;
            /** @description Display name of the persona. */
            persona_name: string | null;
            /** @description Traits of the caller, then default traits of the organization. Both groups are sorted by creation, oldest first. */
            custom_traits: components["schemas"]["Trait"][];
            /** @description True if it is the default of the organization. */
            is_org_default: boolean;
            /** @description Time of the selection. */
            configured_at: string | null;
        };
        /** @enum {string} */
        ProcessingStatus: "uploading" | "processing" | "active" | "completed" | "failed";
        RecordedMemory: {
            /**
             * Format: uuid
             * @description ID of the memory or relationship.
             */
            id: string;
            /** @description Content of the memory. */
            content: string;
            /** @description Type of the memory. */
            memory_type: components["schemas"]["MemoryType"];
            /** @description Importance of the memory, 0 to 1. */
            importance: number;
            /** @description Confidence in the memory, 0 to 1. */
            confidence: number;
            /** @description Difference of the memory from similar earlier ones, 0 to 1. */
            surprise_score: number | null;
            /** @description Source of the memory. */
            source_type: components["schemas"]["SourceType"];
            /** @description ID of the user who created the memory. */
            user_id: string;
            /** @description Number of times the memory was read or found. */
            access_count: number | null;
            /** @description Time of the last access; null if there was none. */
            last_accessed: string | null;
            /** @description Time at which the memory was created. */
            created_at: string;
            /** @description Time of the event that the memory describes. A date without a time is the start of the day in UTC. */
            occurred_at: string;
            /** @description Time of the last update, change to the tags, or change of the lifecycle state. */
            updated_at: string;
            /** @description Free-form object. Loci interprets only `conversation_id` and, for checkpoints, `name`. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description `pending`, `completed` or `failed`. */
            embedding_status: components["schemas"]["EmbeddingStatus"] | null;
            /** @description The 50 oldest active relationships of the memory, oldest first. */
            relationships: components["schemas"]["RelationshipSummary"][] | null;
            /** @description Tags in alphabetical order. */
            tags: string[];
            /** @description `active`, `evolved` or `deprecated`. */
            lifecycle_state: components["schemas"]["LifecycleState"];
            /**
             * Format: int64
             * @description Version number, from 1.
             */
            version: number;
            /** @description True if `lifecycle_state` is `active`. */
            is_active: boolean;
            /** @description Start of the period in which the memory is true, inclusive. */
            valid_from: string | null;
            /** @description End of the period in which the memory is true, exclusive. Must be after `valid_from`. */
            valid_until: string | null;
            /** @description `current`, `superseded`, `expired` or `future`. */
            validity: components["schemas"]["Validity"];
            /** @description Future time from which the memory is gone. Null: the memory does not expire. */
            expires_at: string | null;
            /** @description True if retention defaults do not apply to the memory. */
            pinned: boolean;
        };
        ReflectRequest: {
            /**
             * @description Time window to analyze. Ignored if `start_date` or `end_date` is set.
             * @default recent
             */
            time_window?: components["schemas"]["TimeWindow"];
            /**
             * @description True adds `documents` and includes document chunks in the topics.
             * @default false
             */
            include_documents?: boolean;
            /**
             * @description False leaves `emerging_patterns` empty.
             * @default true
             */
            include_patterns?: boolean;
            /**
             * @description False leaves `relationship_insights` empty.
             * @default true
             */
            include_relationships?: boolean;
            /**
             * @description False leaves `memory_clusters` empty.
             * @default true
             */
            include_clusters?: boolean;
            /**
             * Format: int32
             * @description Maximum number of memories in the response. The analysis can cover more memories of the window.
             * @default 50
             */
            max_memories?: number;
            /** @description Start of the window. */
            start_date?: (string) | null;
            /** @description End of the window. */
            end_date?: (string) | null;
            /**
             * @description Weight of the recency in the score.
             * @default 0.4
             */
            recency_weight?: number;
            /**
             * @description Weight of the access count in the score.
             * @default 0.3
             */
            access_weight?: number;
            /**
             * @description Weight of the importance in the score.
             * @default 0.2
             */
            importance_weight?: number;
            /**
             * @description Weight of the number of relationships in the score.
             * @default 0.1
             */
            relationship_weight?: number;
        };
        Reflection: {
            time_window: components["schemas"]["TimeWindow"];
            /** @description Memories with the highest scores, best first. */
            memories: {
                /**
                 * Format: uuid
                 * @description ID of the memory.
                 */
                id: string;
                /** @description Content of the memory. */
                content: string;
                /** @description Type of the memory; null for document chunks. */
                memory_type: components["schemas"]["MemoryType"];
                /** @description Importance of the memory, 0 to 1. */
                importance: number;
                /**
                 * Format: int64
                 * @description Number of times the memory was read.
                 */
                access_count: number;
                /** @description Time at which the memory was created. */
                created_at: string;
                /** @description Time of the event that the memory describes. A date without a time is the start of the day in UTC. */
                occurred_at: string;
                /** @description Age of the memory in hours, by event time. */
                age_hours: number;
                /** @description Score by recency, access count, importance and relationships. */
                score: number;
            }[];
            /** @description Topics of the window, most frequent first. */
            active_topics: string[];
            /** @description Groups of memories about the same topic. */
            memory_clusters: {
                /** @description Name of the group or topic. */
                name: string;
                /**
                 * Format: int64
                 * @description Number of memories of the group.
                 */
                memory_count: number;
                /** @description Sentence about the group. */
                description: string;
            }[];
            /** @description Topics that occur more often than before. */
            emerging_patterns: {
                /** @description Text of the pattern. */
                pattern: string;
                /**
                 * Format: int64
                 * @description Number of memories of the group.
                 */
                memory_count: number;
                /** @description Sentence about the group. */
                description: string;
            }[];
            /** @description Relationships of the memories by type. */
            relationship_insights: components["schemas"]["RelationshipInsight"][];
            /** @description Statistics of the analyzed memories. */
            statistics: {
                /**
                 * Format: int64
                 * @description Number of analyzed memories.
                 */
                total_memories_analyzed: number;
                /**
                 * Format: int64
                 * @description Number of elements of `memories`.
                 */
                memories_returned: number;
                /** @description Average age of the analyzed memories in hours, by event time. */
                average_age_hours: number;
                /** @description Average importance, 0 to 1. */
                average_importance: number;
                /**
                 * Format: int64
                 * @description Sum of the access counts.
                 */
                total_access_count: number;
                /**
                 * Format: int64
                 * @description Number of topics.
                 */
                unique_topics: number;
            };
            /** @description Documents that were uploaded in the window. Only if requested. */
            documents?: {
                /**
                 * Format: uuid
                 * @description ID of the document.
                 */
                id: string;
                /** @description File name of the upload, without folders. */
                filename: string;
                /**
                 * Format: int64
                 * @description Number of chunks.
                 */
                chunk_count: number;
                /** @description Time at which the memory was created. */
                created_at: string;
            }[];
        };
        RefreshTokenRequest: {
            /** @description Refresh token, with which the client obtains the next access token. */
            refresh_token: string;
        };
        Relationship: {
            /**
             * Format: uuid
             * @description ID of the relationship.
             */
            id: string;
            /**
             * Format: uuid
             * @description ID of the source memory.
             */
            from_id: string;
            /**
             * Format: uuid
             * @description ID of the target memory.
             */
            to_id: string;
            /** @description Type of the relationship. */
            relationship_type: components["schemas"]["RelationshipType"];
            /** @description Whether the relationship applies in one direction, in both, or has an inverse type. */
            direction_type: components["schemas"]["DirectionType"];
            /** @description Type of the relationship in the other direction. Required for `INVERSE_PAIRED`, otherwise ignored. */
            inverse_type: components["schemas"]["RelationshipType"] | null;
            /** @description Id of the other relationship of an INVERSE_PAIRED pair. Null after that relationship was deleted. */
            inverse_relationship_id: string | null;
            /** @description Strength of the relationship, 0 to 1. */
            strength: number;
            /** @description Confidence, 0 to 1. */
            confidence: number;
            /** @description Free-form object with the reasons for the relationship. */
            evidence: {
                [key: string]: unknown;
            };
            /** @description Free-form object with properties for traversals. */
            traversal_properties: {
                [key: string]: unknown;
            };
            /** @description Free-form object. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description Creation time. */
            created_at: string;
            /** @description Time of the last change. */
            updated_at: string;
            /** @description False if one of the two memories is an inactive version. */
            is_active: boolean;
            /** @description Start of the period in which the relationship is valid, inclusive. Null without a start. */
            valid_from: string | null;
            /** @description End of the period in which the relationship is valid, exclusive. Null without an end. */
            valid_until: string | null;
            /** @description Whether the relationship is valid now. */
            validity: components["schemas"]["Validity"];
        };
        RelationshipInsight: {
            /** @description Type of the relationships. */
            type: string;
            /**
             * Format: int64
             * @description Number of relationships of the type.
             */
            count: number;
            /** @description Sentence about the relationships of the type. */
            description: string;
        };
        RelationshipList: {
            /** @description Objects of this page. */
            items: components["schemas"]["Relationship"][];
            /** @description Place of the page in the list. */
            pagination: components["schemas"]["Pagination"];
        };
        RelationshipRevisionList: {
            /** @description Revisions, newest first. */
            revisions: {
                /**
                 * Format: uuid
                 * @description ID of the relationship.
                 */
                id: string;
                /**
                 * Format: uuid
                 * @description ID of the source memory.
                 */
                from_id: string;
                /**
                 * Format: uuid
                 * @description ID of the target memory.
                 */
                to_id: string;
                /** @description Type of the relationship. */
                relationship_type: components["schemas"]["RelationshipType"];
                /** @description Whether the relationship applies in one direction, in both, or has an inverse type. */
                direction_type: components["schemas"]["DirectionType"];
                /** @description Type of the relationship in the other direction. Required for `INVERSE_PAIRED`, otherwise ignored. */
                inverse_type: components["schemas"]["RelationshipType"] | null;
                /** @description Id of the other relationship of an INVERSE_PAIRED pair. Null after that relationship was deleted. */
                inverse_relationship_id: string | null;
                /** @description Strength of the relationship, 0 to 1. */
                strength: number;
                /** @description Confidence, 0 to 1. */
                confidence: number;
                /** @description Free-form object with the reasons for the relationship. */
                evidence: {
                    [key: string]: unknown;
                };
                /** @description Free-form object with properties for traversals. */
                traversal_properties: {
                    [key: string]: unknown;
                };
                /** @description Free-form object. */
                metadata: {
                    [key: string]: unknown;
                };
                /** @description Creation time. */
                created_at: string;
                /** @description False if one of the two memories is an inactive version. */
                is_active: boolean;
                /** @description Start of the period in which the relationship is valid, inclusive. Null without a start. */
                valid_from: string | null;
                /** @description End of the period in which the relationship is valid, exclusive. Null without an end. */
                valid_until: string | null;
                /**
                 * Format: int64
                 * @description Number of the revision, from 1.
                 */
                revision: number;
                /** @description `created` for the first revision, `superseded` if the relationship is inactive, otherwise `updated`. */
                change: components["schemas"]["RevisionChange"];
                /** @description Time from which this was the current state. */
                recorded_at: string;
                /** @description Time at which the next revision replaced this state. Null for the current state. */
                recorded_until: string | null;
                /** @description ID of the user who stored the state, or `system`. */
                recorded_by: string;
            }[];
            /** @description True if the size limit omitted items. Continue with next_cursor. */
            truncated: boolean;
            /** @description Cursor of the next items. Null at the end. */
            next_cursor: string | null;
        };
        RelationshipState: {
            /**
             * Format: uuid
             * @description ID of the relationship. A restored relationship keeps it.
             */
            id: string;
            /**
             * Format: int32
             * @description Number of the state, from 1.
             */
            revision: number;
            /** @description Time at which the next state replaced this one; null for the current state. */
            recorded_until: (string) | null;
            /** @description ID of the user who stored the state, or `system`. */
            recorded_by: string;
            /** @description ID of the user who created the relationship, or `system`. */
            created_by: string;
            /**
             * Format: uuid
             * @description ID of the source memory.
             */
            from_id: string;
            /**
             * Format: uuid
             * @description ID of the target memory.
             */
            to_id: string;
            /** @description Type of the relationship. */
            relationship_type: components["schemas"]["RelationshipType"];
            /** @description Whether the relationship applies in one direction, in both, or has an inverse type. */
            direction_type: components["schemas"]["DirectionType"];
            /** @description Type of the other relationship of an `INVERSE_PAIRED` pair; otherwise null. */
            inverse_type: components["schemas"]["RelationshipType"] | null;
            /** @description ID of the other relationship of an `INVERSE_PAIRED` pair; otherwise null. */
            inverse_relationship_id: string | null;
            /** @description Strength of the relationship, 0 to 1. */
            strength: number;
            /** @description Confidence, 0 to 1. */
            confidence: number;
            /** @description Free-form object with the reasons for the relationship. */
            evidence: {
                [key: string]: unknown;
            };
            /** @description Free-form object with properties for traversals. */
            traversal_properties: {
                [key: string]: unknown;
            };
            /** @description Free-form object. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description Operation that created the relationship: a request, an evolution or a contradiction. */
            origin: components["schemas"]["Origin"];
            /** @description False if one of the two memories is an inactive version. */
            is_active: boolean;
            /** @description Time at which the relationship was created. */
            created_at: string;
            /** @description Time at which the state was stored. */
            updated_at: string;
            /** @description Start of the period in which the relationship is valid; null without a start. */
            valid_from: (string) | null;
            /** @description End of the period in which the relationship is valid; null without an end. */
            valid_until: (string) | null;
        };
        RelationshipStateList: {
            /** @description States by ID of their relationship. The current state comes first, then the replaced ones, newest first. */
            states: {
                /**
                 * Format: uuid
                 * @description ID of the relationship. A restored relationship keeps it.
                 */
                id: string;
                /**
                 * Format: int32
                 * @description Number of the state, from 1.
                 */
                revision: number;
                /** @description Time at which the next state replaced this one; null for the current state. */
                recorded_until: string | null;
                /** @description ID of the user who stored the state, or `system`. */
                recorded_by: string;
                /** @description ID of the user who created the relationship, or `system`. */
                created_by: string;
                /**
                 * Format: uuid
                 * @description ID of the source memory.
                 */
                from_id: string;
                /**
                 * Format: uuid
                 * @description ID of the target memory.
                 */
                to_id: string;
                /** @description Type of the relationship. */
                relationship_type: components["schemas"]["RelationshipType"];
                /** @description Whether the relationship applies in one direction, in both, or has an inverse type. */
                direction_type: components["schemas"]["DirectionType"];
                /** @description Type of the other relationship of an `INVERSE_PAIRED` pair; otherwise null. */
                inverse_type: components["schemas"]["RelationshipType"] | null;
                /** @description ID of the other relationship of an `INVERSE_PAIRED` pair; otherwise null. */
                inverse_relationship_id: string | null;
                /** @description Strength of the relationship, 0 to 1. */
                strength: number;
                /** @description Confidence, 0 to 1. */
                confidence: number;
                /** @description Free-form object with the reasons for the relationship. */
                evidence: {
                    [key: string]: unknown;
                };
                /** @description Free-form object with properties for traversals. */
                traversal_properties: {
                    [key: string]: unknown;
                };
                /** @description Free-form object. */
                metadata: {
                    [key: string]: unknown;
                };
                /** @description Operation that created the relationship: a request, an evolution or a contradiction. */
                origin: components["schemas"]["Origin"];
                /** @description False if one of the two memories is an inactive version. */
                is_active: boolean;
                /** @description Time at which the relationship was created. */
                created_at: string;
                /** @description Time at which the state was stored. */
                updated_at: string;
                /** @description Start of the period in which the relationship is valid; null without a start. */
                valid_from: string | null;
                /** @description End of the period in which the relationship is valid; null without an end. */
                valid_until: string | null;
            }[];
            /** @description True if the size limit omitted items. Continue with next_cursor. */
            truncated: boolean;
            /** @description Cursor of the next items. Null at the end. */
            next_cursor: string | null;
        };
        RelationshipSummary: {
            /**
             * Format: uuid
             * @description ID of the memory or relationship.
             */
            id: string;
            /**
             * Format: uuid
             * @description ID of the source of the relationship.
             */
            from_id: string;
            /**
             * Format: uuid
             * @description ID of the target of the relationship.
             */
            to_id: string;
            /** @description Type of the relationship. */
            relationship_type: components["schemas"]["RelationshipType"];
            /** @description Whether the relationship applies in one direction, in both, or has an inverse type. */
            direction_type: components["schemas"]["DirectionType"];
            /** @description Strength of the relationship, 0 to 1. */
            strength: number;
            /** @description Confidence in the memory, 0 to 1. */
            confidence: number;
            /** @description Time at which the memory was created. */
            created_at: string;
        };
        /** @enum {string} */
        RelationshipType: "supersedes" | "updates" | "evolution_of" | "supports" | "contradicts" | "disputes" | "parent_of" | "child_of" | "sibling_of" | "composed_of" | "part_of" | "causes" | "influenced_by" | "prerequisite_for" | "implements" | "documents" | "tests" | "example_of" | "responds_to" | "references" | "inspired_by" | "follows" | "precedes" | "depends_on";
        RemoveMemoryTagsRequest: {
            /** @description Tags to add or remove, at most 100. */
            tags: string[];
        };
        ReplaceRetentionDefaultsRequest: {
            /** @description At most one object per memory type. `[]` removes all defaults. */
            defaults: {
                /** @description Type of the memory. */
                memory_type: components["schemas"]["RetainedMemoryType"];
                /**
                 * Format: int32
                 * @description Seconds from the creation until the memory expires, 1 to 315,360,000 (10 years).
                 */
                ttl_seconds: number;
            }[];
        };
        ReplaceSecretFilterRequest: {
            /** @description `redact` replaces secrets in writes, `reject` rejects writes with secrets, and `off` accepts them. */
            action: components["schemas"]["Action"];
        };
        ReplayWebhookDeliveriesRequest: {
            /** @description Start of the time range, inclusive. */
            from: string;
            /** @description End of the time range, exclusive. */
            to: string;
            /**
             * @description Only messages with one of these statuses.
             * @default [
             *       "delivered",
             *       "failed"
             *     ]
             */
            statuses?: components["schemas"]["ReplayableDeliveryStatus"][];
        };
        /** @enum {string} */
        ReplayableDeliveryStatus: "delivered" | "failed";
        ReportContradictionRequest: {
            /**
             * Format: uuid
             * @description ID of the first memory.
             */
            source_memory_id: string;
            /**
             * Format: uuid
             * @description ID of the second memory.
             */
            target_memory_id: string;
            /** @description Kind of the contradiction. */
            contradiction_type: components["schemas"]["ContradictionType"];
            /**
             * @description Confidence, 0 to 1.
             * @default 0.8
             */
            confidence?: number;
            /**
             * @description Free-form object.
             * @default {}
             */
            metadata?: {
                [key: string]: unknown;
            };
        };
        /** @enum {string} */
        ResolutionStatus: "unresolved" | "resolved" | "accepted";
        ResolveContradictionRequest: {
            /** @description Decision about the contradiction. */
            resolution: components["schemas"]["ContradictionResolution"];
            /** @description Content of the merged memory, 1 to 10,000 characters. Required for `create_new`. */
            new_content?: string | null;
            /** @description Reason of the decision. */
            reason?: string | null;
            /**
             * @description True if the validity of a rejected memory ends with the resolution.
             * @default false
             */
            close_validity?: boolean;
        };
        ResolveSuggestionRequest: {
            /** @description `merge`, `supersede`, `relate` or `dismiss`. */
            action: components["schemas"]["SuggestionAction"];
            /** @description Content of the merged memory. Defaults to the content of the newer memory. */
            content?: string | null;
            /** @description The memory that stays. Required for `supersede`. `merge` keeps the versions of the older memory by default. */
            keep_id?: string | null;
            /** @description Type of the relationship from `memory` to `other`. Required for `relate`. */
            relationship_type?: components["schemas"]["RelationshipType"] | null;
        };
        ResolvedContradiction: {
            /**
             * Format: uuid
             * @description ID of the contradiction.
             */
            id: string;
            /**
             * Format: uuid
             * @description ID of the first memory.
             */
            source_memory_id: string;
            /**
             * Format: uuid
             * @description ID of the second memory.
             */
            target_memory_id: string;
            /** @description Kind of the contradiction. */
            contradiction_type: components["schemas"]["ContradictionType"];
            /** @description State of the contradiction. */
            resolution_status: components["schemas"]["ResolutionStatus"];
            /** @description Confidence, 0 to 1. */
            confidence: number;
            /** @description Free-form object. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description Time of the report. */
            detected_at: string;
            /** @description ID of the user who reported it, or `system`. */
            detected_by: string;
            /** @description Decision; null until the contradiction is resolved. */
            resolution: components["schemas"]["ContradictionResolution"] | null;
            /** @description Reason of the decision; null until the contradiction is resolved. */
            reason: string | null;
            /** @description Time of the decision; null until the contradiction is resolved. */
            resolved_at: string | null;
            /** @description User who decided; null until the contradiction is resolved. */
            resolved_by: string | null;
            /** @description ID of the merged memory; null for other decisions. */
            new_memory_id: string | null;
        };
        RestoreContradictionStatesRequest: {
            /** @description Contradictions to restore. Their memories must exist. */
            states: components["schemas"]["ContradictionState"][];
        };
        RestoreMemoryStatesRequest: {
            /** @description States to restore. The current state of a memory comes before its replaced states. */
            states: components["schemas"]["MemoryState"][];
        };
        RestoreRelationshipStatesRequest: {
            /** @description States to restore. The current state of a relationship comes before its replaced states. */
            states: components["schemas"]["RelationshipState"][];
        };
        RestoredStates: {
            /**
             * Format: int64
             * @description Number of states that were restored.
             */
            restored: number;
            /**
             * Format: int64
             * @description Number of states that existed already and did not change.
             */
            existing: number;
            /**
             * Format: int64
             * @description Number of states that were not restored.
             */
            failed: number;
            /** @description One error per failed state, in the order of the request. */
            errors: {
                /**
                 * Format: int64
                 * @description Position of the state in the request, from 0.
                 */
                index: number;
                /** @description Code of the error. */
                code: string;
                /** @description Human-readable message. */
                message: string;
                /** @description Messages by field name, for invalid fields. */
                field_errors: {
                    [key: string]: string[];
                } | null;
            }[];
        };
        /** @enum {string} */
        RetainedMemoryType: "fact" | "insight" | "conversation" | "correction" | "reference" | "task" | "checkpoint" | "relationship" | "strategy";
        RetainedObjects: {
            /** @description Kind of object that was kept. */
            item: string;
            /** @description Reason for which the objects are kept. */
            description: string;
            /**
             * Format: int64
             * @description Number of kept objects.
             */
            count?: number;
            /** @description Time until which it is kept; null if it is not limited. */
            until?: string;
        };
        RetentionDefaults: {
            /** @description At most one object per memory type. `[]` removes all defaults. */
            defaults: {
                /** @description Type of the memory. */
                memory_type: components["schemas"]["RetainedMemoryType"];
                /**
                 * Format: int32
                 * @description Seconds from the creation until the memory expires, 1 to 315,360,000 (10 years).
                 */
                ttl_seconds: number;
            }[];
        };
        /** @enum {string} */
        Retriever: "bm25" | "vector" | "graph";
        /** @enum {string} */
        RevisionChange: "created" | "updated" | "superseded";
        /** @enum {string} */
        Role: "owner" | "member" | "viewer";
        SaveArtifactRequest: {
            /** @description Path of the file. */
            path: string;
            /** @description Content of the file, at most 1 MiB of UTF-8. */
            content: string;
        };
        SaveSearchRequest: {
            /** @description Name, 1 to 100 characters. */
            name: string;
            /** @description Query and filters of the search, as a free-form object. */
            parameters: {
                [key: string]: unknown;
            };
        };
        SavedArtifact: {
            /**
             * @description `true`.
             * @constant
             */
            success: true;
            /** @description Human-readable message. */
            message: string;
            /** @description Path of the file. */
            path: string;
            /**
             * Format: uuid
             * @description ID of the artifact.
             */
            artifact_id: string;
            /** @description MIME type of the file. */
            content_type: string;
            /**
             * Format: int64
             * @description Size in bytes.
             */
            size: number;
            /** @description Key of the file in the object store. No operation of the API accepts it. */
            storage_path: string;
        };
        SavedSearch: {
            /**
             * Format: uuid
             * @description ID of the saved search.
             */
            id: string;
            /** @description Name. */
            name: string;
            /** @description Query and filters of the search. */
            parameters: {
                [key: string]: unknown;
            };
            /** @description Time of the creation. */
            created_at: string;
        };
        SavedSearchList: {
            /** @description Saved searches of the user, sorted by name. */
            items: components["schemas"]["SavedSearch"][];
        };
        /** @enum {string} */
        Scope: "read" | "write" | "profile" | "offline_access";
        SearchByVectorRequest: {
            /** @description Text to search for, 1 to 4,000 characters. */
            query: string;
            /**
             * Format: int32
             * @description Maximum number of results, 1 to 100.
             * @default 20
             */
            limit?: number;
            /**
             * Format: int32
             * @description Number of chunks before and after each document chunk in its context, 0 to 20.
             * @default 0
             */
            include_neighbors?: number;
            /** @description next_cursor of a truncated response, with the same body otherwise. */
            cursor?: string | null;
            /** @description Validities of the results in addition to `current`. */
            include?: components["schemas"]["IncludedValidity"][] | null;
            /** @description Time at which the results were true. */
            as_of?: (string) | null;
            /** @description Time at which the states of the results were recorded. */
            known_at?: (string) | null;
            /** @description Comma-separated tags. At least one must match. */
            tags?: string | null;
            /** @description Only memories of these types. */
            memory_types?: components["schemas"]["MemoryType"][] | null;
            /** @description Only memories with this `importance` or a higher one, 0 to 1. */
            min_importance?: number | null;
            /** @description Only memories that this user created and chunks of documents that this user uploaded. */
            user_id?: string | null;
            /** @description Only items from these sources. */
            source_types?: components["schemas"]["SourceType"][] | null;
            /** @description Only items that occurred at this time or later. */
            start_date?: (string) | null;
            /** @description Only items that occurred at this time or earlier. A date without a time includes the whole day in UTC. */
            end_date?: (string) | null;
            /** @description Other place of `memory_types`, `min_importance` and `user_id`. */
            filters?: {
                /** @description Only memories of these types. */
                memory_types?: components["schemas"]["MemoryType"][] | null;
                /** @description Only memories with this `importance` or a higher one, 0 to 1. */
                min_importance?: number | null;
                /** @description Only memories that this user created and chunks of documents that this user uploaded. */
                user_id?: string | null;
            } | null;
        };
        /** @enum {string} */
        SearchFilter: "memory_types" | "source_types" | "min_importance" | "user_id" | "tags" | "start_date" | "end_date" | "include";
        SearchHybridRequest: {
            /** @description Text to search for, 1 to 4,000 characters. */
            query: string;
            /**
             * Format: int32
             * @description Maximum number of results, 1 to 100.
             * @default 20
             */
            limit?: number;
            /**
             * @description Weight of keyword search, 0 to 1.
             * @default 0.4
             */
            bm25_weight?: number;
            /**
             * @description Weight of vector search, 0 to 1.
             * @default 0.4
             */
            vector_weight?: number;
            /**
             * @description Weight of graph expansion, 0 to 1.
             * @default 0.2
             */
            graph_weight?: number;
            /** @description Only memories of these types. */
            memory_types?: components["schemas"]["MemoryType"][] | null;
            /** @description Only items from these sources. */
            source_types?: components["schemas"]["SourceType"][] | null;
            /** @description Only memories with this importance or a higher one, 0 to 1. */
            min_importance?: number | null;
            /** @description Other name of `min_importance`. */
            importance_threshold?: number | null;
            /** @description Only memories that this user created and chunks of documents that this user uploaded. */
            user_id?: string | null;
            /** @description Comma-separated tags. An item matches if it has at least one of them. */
            tags?: string | null;
            /** @description Only items that occurred at this time or later. */
            start_date?: (string) | null;
            /** @description Only items that occurred at this time or earlier. A date without a time includes the whole day in UTC. */
            end_date?: (string) | null;
            /**
             * @description False turns off graph expansion and the knowledge cloud.
             * @default true
             */
            enable_graph_expansion?: boolean;
            /**
             * Format: int32
             * @description Number of steps of graph expansion, 1 to 5.
             * @default 2
             */
            graph_max_depth?: number;
            /**
             * Format: int32
             * @description Number of items from which graph expansion starts, 1 to 50.
             * @default 10
             */
            graph_seed_limit?: number;
            /**
             * Format: int32
             * @description Constant `k` of reciprocal rank fusion, 1 to 100. Lower values give the top ranks more weight.
             * @default 60
             */
            rrf_k?: number;
            /** @description Minimum `final_score` of a result. */
            min_score_threshold?: number | null;
            /** @description Half-life of the recency factor in days, 0.01 to 3,650. If null, the age of an item has no effect. */
            recency_half_life_days?: number | null;
            /**
             * Format: int32
             * @description Number of chunks before and number of chunks after each document chunk in its context, 0 to 20. If 0, results have no context.
             * @default 0
             */
            include_neighbors?: number;
            /**
             * @description True adds an explanation of its score to each result. `limit` is then at most 50.
             * @default false
             */
            explain?: boolean;
            /** @description Validities of the results in addition to `current`. */
            include?: components["schemas"]["IncludedValidity"][] | null;
            /** @description Time at which the results were true. */
            as_of?: (string) | null;
            /** @description Time at which the states of the results were recorded. */
            known_at?: (string) | null;
            /** @description next_cursor of a truncated response, with the same body otherwise. */
            cursor?: string | null;
        };
        SearchStatistics: {
            /**
             * Format: int64
             * @description Number of active memories, excluding protected memories.
             */
            total_memories: number;
            /**
             * Format: int64
             * @description Number of documents.
             */
            total_documents: number;
            /**
             * Format: int64
             * @description Number of active relationships. An `INVERSE_PAIRED` pair counts as two.
             */
            total_relationships: number;
            /** @description Share of the memories in `total_memories` whose `embedding_status` is `completed`, 0 to 1. If the tenant has no memories, the value is 1. */
            embedding_coverage: number;
            /** @description Time of the last change of the search index; null if nothing was indexed. */
            last_indexed: string | null;
        };
        /** @enum {string} */
        Searchable: "true" | "false";
        SecretFilter: {
            /** @description `redact` replaces secrets in writes, `reject` rejects writes with secrets, and `off` accepts them. */
            action: components["schemas"]["Action"];
        };
        /** @enum {string} */
        Section: "profile" | "pinned" | "contradictions" | "memories";
        SelectPersonaRequest: {
            /** @description ID of a persona, at most 100 characters. */
            persona_id?: string;
            /**
             * @description True sets the persona as the organization default. It also removes the caller's selection, so that the default applies to the caller as well.
             * @default false
             */
            set_as_org_default?: boolean;
        };
        SimilarMemory: {
            /**
             * Format: uuid
             * @description ID of the memory.
             */
            id: string;
            /** @description `duplicate` or `contradiction`. */
            kind: components["schemas"]["SimilarityKind"];
            /** @description Confidence, 0..1. */
            score: number;
            /** @description The beginning of the content. */
            content: string;
            /** @description Values from which the kind and the score follow. */
            evidence: {
                /** @description Cosine similarity of the embeddings, 0..1. */
                cosine: number;
                /**
                 * Format: int64
                 * @description Number of terms that both memories contain.
                 */
                shared_terms: number;
                /** @description Null for a duplicate. */
                difference: components["schemas"]["ContradictionDifference"] | null;
            };
        };
        /** @enum {string} */
        SimilarityKind: "duplicate" | "contradiction";
        /** @enum {string} */
        SourceType: "direct_input" | "document_upload" | "web_scrape" | "api_import" | "conversation" | "reflection" | "checkpoint" | "checkpoint_recall";
        StorageUsage: {
            /**
             * Format: int64
             * @description Number of stored bytes.
             */
            used_bytes: number;
            /** @description Storage quota; null if the bytes are not limited. */
            quota_bytes: number | null;
        };
        Suggestion: {
            /**
             * Format: uuid
             * @description ID of the suggestion.
             */
            id: string;
            /** @description `duplicate` or `contradiction`. */
            kind: components["schemas"]["SimilarityKind"];
            /** @description Confidence, 0 to 1. */
            score: number;
            /** @description Values from which the kind and the score follow. */
            evidence: {
                /** @description Cosine similarity of the embeddings, 0..1. */
                cosine: number;
                /**
                 * Format: int64
                 * @description Number of terms that both memories contain.
                 */
                shared_terms: number;
                /** @description Null for a duplicate. */
                difference: components["schemas"]["ContradictionDifference"] | null;
            };
            /** @description State of the suggestion. */
            status: components["schemas"]["SuggestionStatus"];
            /** @description Time at which the pair was found. */
            detected_at: string;
            /** @description The memory that was indexed when the pair was found. */
            memory: {
                /**
                 * Format: uuid
                 * @description ID of the memory.
                 */
                id: string;
                /** @description The beginning of the content. */
                content: string;
                /** @description Time at which the memory was created. */
                created_at: string;
            };
            /** @description The memory that existed before. */
            other: {
                /**
                 * Format: uuid
                 * @description ID of the memory.
                 */
                id: string;
                /** @description The beginning of the content. */
                content: string;
                /** @description Time at which the memory was created. */
                created_at: string;
            };
            /** @description Null for an open suggestion. */
            resolution: {
                /** @description `merge`, `supersede`, `relate` or `dismiss`. */
                action: components["schemas"]["SuggestionAction"];
                /** @description The new memory of `merge`, the kept memory of `supersede` or the relationship of `relate`. */
                result_id: string | null;
                /** @description Time of the resolution; null while it is open. */
                resolved_at: string;
                /** @description User who resolved it; null while it is open. */
                resolved_by: string;
            } | null;
        };
        /** @enum {string} */
        SuggestionAction: "merge" | "supersede" | "relate" | "dismiss";
        SuggestionList: {
            /** @description Suggestions, newest first. */
            items: components["schemas"]["Suggestion"][];
            /** @description True if the size limit omitted items. Continue with next_cursor. */
            truncated: boolean;
            /** @description Cursor of the next items. Null at the end. */
            next_cursor: string | null;
        };
        /** @enum {string} */
        SuggestionStatus: "open" | "resolved" | "dismissed";
        SummarizeMemoriesRequest: {
            /** @description Memories to summarize. IDs of memories that do not exist or are not analyzed are ignored. If the field is omitted, the memories that occurred in the last 24 hours are summarized. */
            memory_ids?: string[] | null;
            /**
             * Format: int32
             * @description Maximum number of summarized memories.
             * @default 50
             */
            max_memories?: number;
            /**
             * @description False leaves `relationships` empty.
             * @default true
             */
            include_relationships?: boolean;
        };
        Summary: {
            /** @description Text of the summary. */
            summary: string;
            /**
             * Format: int64
             * @description Number of summarized memories.
             */
            memory_count: number;
            /** @description Number of memories by memory type, most frequent first. */
            memory_types: {
                [key: string]: number;
            };
            /** @description Active relationships of the summarized memories by type. */
            relationships: components["schemas"]["RelationshipInsight"][];
            /** @description Event times of the summarized memories. */
            time_range: {
                /** @description Earliest event time; null without memories. */
                oldest: string | null;
                /** @description Latest event time; null without memories. */
                newest: string | null;
                /** @description Hours between the earliest and the latest event time. */
                span_hours: number;
            };
        };
        TagChange: {
            /**
             * Format: uuid
             * @description ID of the memory.
             */
            memory_id: string;
            /** @description Tags of the memory. */
            tags: string[];
            /** @description Skipped and changed tags; null if there are none. */
            warnings: string[] | null;
        };
        TagList: {
            /** @description Tags, most used first. */
            items: {
                /**
                 * Format: uuid
                 * @description ID of the tag.
                 */
                id: string;
                /** @description Normalized name. */
                name: string;
                /**
                 * Format: int64
                 * @description Number of active memories with the tag.
                 */
                usage_count: number;
                /** @description Time at which the memory was created. */
                created_at: string;
            }[];
            /**
             * Format: int64
             * @description Number of tags.
             */
            total: number;
            /** @description True if the size limit omitted items. Continue with next_cursor. */
            truncated: boolean;
            /** @description Cursor of the next items. Null at the end. */
            next_cursor: string | null;
        };
        TaggedMemoryList: {
            /** @description Memories with the tag, newest first. */
            items: components["schemas"]["Memory"][];
            /** @description Place of the page in the list. */
            pagination: {
                /**
                 * Format: int64
                 * @description Number of this page, from 1.
                 */
                page: number;
                /**
                 * Format: int64
                 * @description Maximum number of objects of a page.
                 */
                per_page: number;
                /**
                 * Format: int64
                 * @description Number of objects on all pages if `total_is_exact` is true, otherwise a lower bound of this number.
                 */
                total: number;
                /** @description False if the list has more than total items. */
                total_is_exact: boolean;
                /**
                 * Format: int64
                 * @description Number of pages for `total` objects; 0 if `total` is 0.
                 */
                pages: number;
                /** @description True if the size limit omitted items. Continue with next_cursor. */
                truncated: boolean;
                /** @description Cursor of the next items. Null at the end. */
                next_cursor: string | null;
            };
        };
        /** @enum {string} */
        Tier: "free" | "standard" | "premium" | "enterprise" | "unlimited";
        /** @enum {string} */
        TimeRange: "today" | "yesterday" | "week" | "month" | "quarter" | "year";
        /** @enum {string} */
        TimeWindow: "recent" | "today" | "week" | "month";
        Tokens: {
            /** @description Access token for the REST API and the assistant tools. */
            access_token: string;
            /**
             * @description `Bearer`.
             * @constant
             */
            token_type: "Bearer";
            /**
             * Format: int64
             * @description Lifetime of the access token in seconds.
             */
            expires_in: number;
            /**
             * Format: uuid
             * @description ID of the tenant.
             */
            tenant_id: string;
            /** @description Refresh token, with which the client obtains the next access token. */
            refresh_token: string;
        };
        Trait: {
            /**
             * Format: uuid
             * @description ID of the trait.
             */
            id: string;
            /** @description Text of the trait, 1 to 2,000 characters. */
            content: string;
            /** @description Category of the trait, 1 to 100 characters. */
            category: string;
            /** @description True if it is the default of the organization. */
            is_org_default: boolean;
        };
        Traversal: {
            /** @description Paths as in a traversal, sorted by length (shortest first), then by score (highest first). */
            paths: {
                /** @description IDs of the memories on the path, starting with `start_memory_id`. */
                nodes: string[];
                /** @description IDs of the relationships on the path. The first relationship connects the first two memories. */
                relationships: string[];
                /** @description Product of strength × confidence of all relationships on the path. Null if `include_scores` is false. */
                total_score: number | null;
                /** @description `depth` (number of relationships on the path), `start_node` (`start_memory_id`) and `direction` (as in the request). */
                path_metadata: {
                    /**
                     * Format: int64
                     * @description Number of relationships on the path, or between the memory and the start.
                     */
                    depth: number;
                    /**
                     * Format: uuid
                     * @description ID of the memory at which the path starts.
                     */
                    start_node: string;
                    /** @description `OUTBOUND` follows relationships from source to target. `INBOUND` follows relationships from target to source. `ANY` follows relationships in both directions. `BIDIRECTIONAL` relationships are always followed in both directions. */
                    direction: components["schemas"]["TraversalDirection"];
                };
            }[];
            /** @description State of each memory in `visited_chunks`, in the same order. */
            nodes: {
                /**
                 * Format: uuid
                 * @description ID of the memory.
                 */
                id: string;
                /** @description Version number. Null if neither an event nor the memory service has reported it yet. */
                version: number | null;
                /** @description False if the memory, or a memory of the relationship, is an inactive version. */
                is_active: boolean;
                /** @description Whether the memory is true now. */
                validity: components["schemas"]["Validity"];
            }[];
            /** @description IDs of the start memory and of every memory on the paths. */
            visited_chunks: string[];
            /**
             * Format: int64
             * @description Number of relationships on the longest returned path; 0 if no path was found.
             */
            max_depth_reached: number;
            /**
             * Format: int64
             * @description Number of returned paths.
             */
            total_paths_found: number;
            /** @description True if a limit ended the traversal, so that more paths may exist. */
            truncated: boolean;
        };
        /** @enum {string} */
        TraversalDirection: "OUTBOUND" | "INBOUND" | "ANY";
        TraverseRelationshipsRequest: {
            /**
             * Format: uuid
             * @description ID of the memory at which the paths start.
             */
            start_memory_id: string;
            /**
             * Format: int32
             * @description Maximum number of relationships in a path, 1 to 10.
             * @default 3
             */
            max_depth?: number;
            /**
             * @description `OUTBOUND` follows relationships from source to target. `INBOUND` follows relationships from target to source. `ANY` follows relationships in both directions. `BIDIRECTIONAL` relationships are always followed in both directions.
             * @default ANY
             */
            direction?: components["schemas"]["TraversalDirection"];
            /** @description Relationship types that are followed. Null or an empty list means all types. */
            relationship_types?: components["schemas"]["RelationshipType"][] | null;
            /**
             * @description False sets `total_score` to null.
             * @default true
             */
            include_scores?: boolean;
            /** @description Comma-separated list of `superseded`, `expired` and `future`: the list also contains relationships with these validities. */
            include?: components["schemas"]["IncludedValidity"][] | null;
            /**
             * @description True equals `include=superseded`.
             * @default false
             */
            include_inactive?: boolean;
            /** @description Returns what was true at this time. */
            as_of?: (string) | null;
            /** @description Returns what Loci knew at this time. */
            known_at?: (string) | null;
        };
        /** @enum {string} */
        Trend: "increasing" | "stable" | "decreasing";
        UpdateMemoryRequest: {
            /** @description Content of the memory, 1 to 10,000 characters, not only whitespace. */
            content?: string;
            /** @description Type of the memory. */
            memory_type?: components["schemas"]["MemoryType"];
            /** @description Importance of the memory, 0 to 1. */
            importance?: number;
            /** @description Confidence in the memory, 0 to 1. */
            confidence?: number;
            /** @description Free-form object. Loci interprets only `conversation_id` and, for checkpoints, `name`. */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description At most 10 tags after normalization. Loci skips invalid tags and names skipped and changed tags in `meta.warnings`. */
            tags?: string[] | null;
            /** @description Time of the event that the memory describes. A date without a time is the start of the day in UTC. */
            occurred_at?: (string) | null;
            /** @description Start of the period in which the memory is true, inclusive. */
            valid_from?: (string) | null;
            /** @description End of the period in which the memory is true, exclusive. Must be after `valid_from`. */
            valid_until?: (string) | null;
            /** @description Future time from which the memory is gone. Null: the memory does not expire. */
            expires_at?: (string) | null;
            /**
             * Format: int32
             * @description Seconds from the request until the memory expires, 1 to 315,360,000 (10 years), instead of `expires_at`.
             */
            ttl_seconds?: number;
            /** @description True also removes the expiry that a retention default set. */
            pinned?: boolean;
        };
        UpdateRelationshipRequest: {
            /** @description Strength of the relationship, 0 to 1. */
            strength?: number;
            /** @description Confidence, 0 to 1. */
            confidence?: number;
            /** @description Free-form object with the reasons for the relationship. */
            evidence?: {
                [key: string]: unknown;
            };
            /** @description New start of the validity period. Null removes the start. */
            valid_from?: (string) | null;
            /** @description New end of the validity period. Null removes the end. */
            valid_until?: (string) | null;
        };
        UpdateTraitRequest: {
            /** @description Text of the trait, 1 to 2,000 characters. */
            content: string;
        };
        UpdateWebhookRequest: {
            /** @description URL of the receiver, at most 2,048 characters. */
            url?: string;
            /** @description 1 to 20 event types, or `*` for all types. */
            event_types?: components["schemas"]["WebhookEventType"][];
            /** @description At most 200 characters. Defaults to an empty string. */
            description?: string;
            /** @description `enabled` or `disabled`. */
            status?: components["schemas"]["WebhookStatus"];
        };
        UploadedDocument: {
            /**
             * Format: uuid
             * @description ID of the document.
             */
            id: string;
            /** @description File name of the upload, without folders. */
            filename: string;
            /** @description MIME type, which the extension determines. */
            content_type: string;
            /**
             * Format: int64
             * @description Bytes.
             */
            size: number;
            /**
             * Format: int64
             * @description Number of chunks.
             */
            chunk_count: number;
            /** @description State of the processing of the file. */
            processing_status: components["schemas"]["ProcessingStatus"];
            /** @description Title that the file states; null if there is none. */
            title: string | null;
            /** @description Authors that the file names. */
            authors: string[];
            /** @description Free-form object of the upload, with data about the upload. */
            metadata: {
                /** @description IDs of the chunks, in the order of the text. Only with `include_chunk_ids`. */
                chunk_ids?: string[];
                /** @description Human-readable message. */
                message: string;
                /** @description Seconds. */
                processing_time: number;
                /** @description True if the tenant had already stored the same file. */
                duplicate_upload: boolean;
            } & {
                [key: string]: unknown;
            };
            /** @description Time at which the upload started. */
            created_at: string;
            /** @description Time at which the chunks were stored. Embedding the chunks does not change this time. */
            updated_at: string;
            /** @description Number of chunks by embedding status. */
            embedding_progress: {
                /**
                 * Format: int64
                 * @description Number of chunks.
                 */
                total: number;
                /**
                 * Format: int64
                 * @description Number of chunks with an embedding.
                 */
                completed: number;
                /**
                 * Format: int64
                 * @description Number of chunks that are not embedded yet.
                 */
                pending: number;
                /**
                 * Format: int64
                 * @description Number of chunks whose embedding failed.
                 */
                failed: number;
                /** @description Percentage of embedded chunks, 0 to 100. */
                percent_complete: number;
            };
        };
        /** @enum {string} */
        Validity: "current" | "superseded" | "expired" | "future";
        VectorSearchResults: {
            /** @description Results, best first. */
            items: {
                /**
                 * Format: uuid
                 * @description ID of the memory or document chunk.
                 */
                id: string;
                /** @description Text of the item. */
                content: string;
                /** @description About 200 characters from the beginning of the content. */
                snippet: string;
                /** @description Relevance of the item, 0 to 1. */
                score: number;
                /** @description Parts of the score. */
                score_breakdown: {
                    /** @description Cosine similarity to the query, 0 to 1. */
                    vector_similarity: number;
                };
                /** @description `memory_type`, `importance`, `confidence`, `source_type`, `user_id`, `created_at`, `occurred_at` and `updated_at`. For document chunks, `memory_type`, `importance` and `confidence` are null. */
                metadata: {
                    /** @description Type of the memory; null for document chunks. */
                    memory_type: components["schemas"]["MemoryType"] | null;
                    /** @description Importance of the memory; null for document chunks. */
                    importance: number | null;
                    /** @description Confidence of the memory, 0 to 1; null for document chunks. */
                    confidence: number | null;
                    /** @description Source of the memory; null for document chunks. */
                    source_type: components["schemas"]["SourceType"];
                    /** @description ID of the user who created the item. */
                    user_id: string;
                    /** @description Time at which the memory was created. */
                    created_at: string;
                    /** @description Time of the event that the memory describes. A date without a time is the start of the day in UTC. */
                    occurred_at: string;
                    /** @description Time of the last change of the item. */
                    updated_at: string;
                };
                /** @description `memory` or `document`. */
                source_type: components["schemas"]["SourceType"];
                /** @description Time at which the memory was created. */
                created_at: string;
                /** @description Time of the event that the memory describes. A date without a time is the start of the day in UTC. */
                occurred_at: string;
                /** @description Tags of the memory. Empty for document chunks. */
                tags: string[];
                /** @description Text of the chunk with the neighboring chunks; null without context. */
                content_with_context: string | null;
                /** @description Position of the chunk in its document, from 0; null for memories. */
                chunk_index: number | null;
                /** @description Number of chunks of the document; null for memories. */
                total_chunks: number | null;
                /** @description ID of the document; null for memories. */
                document_id: string | null;
                /** @description The document of the chunk; null for memories. */
                document: components["schemas"]["DocumentCitation"] | null;
                /** @description Whether the item has another text now. Only in a search of the past. */
                text_changed_since?: boolean;
                /**
                 * @description Only of an inactive version.
                 * @constant
                 */
                validity?: "superseded";
                /** @description Only of an inactive version: ID of the version that replaced it, or null. */
                superseded_by?: string | null;
            }[];
            /** @description The query of the search. */
            query: string;
            /** @description What the search understood of the query. */
            analyzed_query: {
                /** @description The query as it was sent. */
                original: string;
                /** @description False if the vocabulary of the embedding model contains no word of the query. In this case, `items` is empty. */
                embedding_generated: boolean;
                /** @description `filters` and `tags` of the request, without null values. */
                filters_applied: {
                    [key: string]: unknown;
                };
                /**
                 * @description `vector`.
                 * @constant
                 */
                search_type: "vector_similarity";
                /**
                 * Format: int64
                 * @description Number of neighboring chunks of the request.
                 */
                include_neighbors: number;
            };
            /** @description Counts and limits of the search. */
            search_metadata: {
                /**
                 * @description Name of the search method.
                 * @constant
                 */
                search_method: "vector_similarity";
                /**
                 * Format: int64
                 * @description Number of elements of `items`.
                 */
                results_count: number;
                /** @description True if the size limit omitted items. Continue with next_cursor. */
                truncated: boolean;
                /** @description Cursor of the next items. Null at the end. */
                next_cursor: string | null;
                /**
                 * Format: int64
                 * @description `limit` of the request.
                 */
                max_results: number;
                /**
                 * Format: int64
                 * @description Number of neighboring chunks of the request.
                 */
                include_neighbors: number;
                /**
                 * Format: int64
                 * @description Number of the caller's recent changes that the results do not reflect yet.
                 */
                pending_writes: number;
            };
        };
        VerifiedToken: {
            /**
             * @description `true`.
             * @constant
             */
            valid: true;
            /**
             * Format: uuid
             * @description ID of the tenant.
             */
            tenant_id: string;
            /**
             * Format: uuid
             * @description ID of the user.
             */
            user_id: string;
            /** @description ID of the OAuth client. For a token from an API key, `api-key`. */
            client_id: string;
            /** @description Scopes of the token: any of `read`, `write` and `profile`. */
            scopes: components["schemas"]["Scope"][];
            /** @description Permissions of the token: any of `read`, `write` and `delete`. */
            permissions: components["schemas"]["Permission"][];
            /** @description Role of the user in the tenant. */
            role: components["schemas"]["Role"];
            /** @description Tier of the tenant. */
            tier: components["schemas"]["Tier"];
            /** @description Expiry of the token. */
            expires_at: string;
        };
        Webhook: {
            /**
             * Format: uuid
             * @description ID of the webhook.
             */
            id: string;
            /** @description URL of the receiver, at most 2,048 characters. */
            url: string;
            /** @description At most 200 characters. Defaults to an empty string. */
            description: string;
            /** @description 1 to 20 event types, or `*` for all types. */
            event_types: components["schemas"]["WebhookEventType"][];
            /** @description `enabled` or `disabled`. */
            status: components["schemas"]["WebhookStatus"];
            /** @description Reason why the webhook is disabled; null if it is enabled. */
            disabled_reason: components["schemas"]["WebhookDisabledReason"] | null;
            /** @description Time at which the webhook was disabled. */
            disabled_at: string | null;
            /** @description Time of the first failed attempt after the last successful one. */
            failing_since: string | null;
            /** @description End of the time during which messages are also signed with the previous secret. */
            previous_secret_expires_at: string | null;
            /** @description Time at which the webhook was created. */
            created_at: string;
            /** @description Time of the last change of the webhook. */
            updated_at: string;
        };
        WebhookDelivery: {
            /**
             * Format: uuid
             * @description The header webhook-id of the message is msg_ and this id.
             */
            id: string;
            /** @description Type of the event. */
            event_type: string;
            /**
             * Format: uuid
             * @description ID of the object that the message describes.
             */
            object_id: string;
            /** @description `pending`, `delivered` or `failed`; of an attempt: status of the response, or null without a response. */
            status: components["schemas"]["WebhookDeliveryStatus"];
            /**
             * Format: int64
             * @description Started attempts since the creation or the last replay.
             */
            attempts: number;
            /** @description Time of the next attempt of a pending message. During an attempt, the time at which the attempt is repeated if the process crashes. */
            next_attempt_at: string | null;
            /** @description The last 20 attempts. */
            attempt_log: {
                /** @description Start of the attempt. */
                at: string;
                /**
                 * Format: int64
                 * @description Duration in milliseconds.
                 */
                duration_ms: number;
                /** @description `pending`, `delivered` or `failed`; of an attempt: status of the response, or null without a response. */
                status: number | null;
                /** @description Reason why there is no response; null if there is one. */
                error: components["schemas"]["WebhookDeliveryError"] | null;
            }[];
            /** @description Body of the message. */
            payload: {
                [key: string]: unknown;
            };
            /** @description Time at which the message was created. */
            created_at: string;
        };
        /** @enum {string} */
        WebhookDeliveryError: "address_forbidden" | "host_not_found" | "timeout" | "tls_error" | "connection_error" | "secret_unreadable";
        WebhookDeliveryList: {
            /** @description Messages, newest first. */
            items: components["schemas"]["WebhookDelivery"][];
            /** @description True if the size limit omitted items. Continue with next_cursor. */
            truncated: boolean;
            /** @description Cursor of the next items. Null at the end. */
            next_cursor: string | null;
        };
        /** @enum {string} */
        WebhookDeliveryStatus: "pending" | "delivered" | "failed";
        /** @enum {string} */
        WebhookDisabledReason: "user" | "failures" | "gone" | "backlog";
        /** @enum {string} */
        WebhookEventType: "*" | "memory.created" | "memory.updated" | "memory.deleted" | "relationship.created" | "relationship.updated" | "relationship.deleted" | "contradiction.reported" | "contradiction.resolved" | "document.created" | "document.chunks_added" | "document.chunks_removed" | "document.deleted" | "webhook.disabled";
        WebhookList: {
            /** @description Webhooks of the tenant. */
            items: components["schemas"]["Webhook"][];
        };
        WebhookReplay: {
            /**
             * Format: int64
             * @description Number of messages that are sent again.
             */
            replayed: number;
        };
        /** @enum {string} */
        WebhookStatus: "enabled" | "disabled";
        WebhookWithSecret: {
            /**
             * Format: uuid
             * @description ID of the webhook.
             */
            id: string;
            /** @description URL of the receiver, at most 2,048 characters. */
            url: string;
            /** @description At most 200 characters. Defaults to an empty string. */
            description: string;
            /** @description 1 to 20 event types, or `*` for all types. */
            event_types: components["schemas"]["WebhookEventType"][];
            /** @description `enabled` or `disabled`. */
            status: components["schemas"]["WebhookStatus"];
            /** @description Reason why the webhook is disabled; null if it is enabled. */
            disabled_reason: components["schemas"]["WebhookDisabledReason"] | null;
            /** @description Time at which the webhook was disabled. */
            disabled_at: string | null;
            /** @description Time of the first failed attempt after the last successful one. */
            failing_since: string | null;
            /** @description End of the time during which messages are also signed with the previous secret. */
            previous_secret_expires_at: string | null;
            /** @description Time at which the webhook was created. */
            created_at: string;
            /** @description Time of the last change of the webhook. */
            updated_at: string;
            /** @description Signing secret. No other response contains it. */
            secret: string;
        };
    };
    responses: never;
    parameters: {
        /** @description A unique value for the request. A retry with the same key returns the stored response. */
        IdempotencyKey: string;
        /** @description ETag that the client has read, or *. The request fails with 412 if the object has another ETag now. */
        IfMatch: string;
        /** @description ETag of an earlier response. The response is 304 if the object still has this ETag. */
        IfNoneMatch: string;
        /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
        MinPosition: string;
    };
    requestBodies: never;
    headers: {
        /** @description Identifies the state of the object, for If-Match and If-None-Match. */
        ETag: string;
        /** @description Position of the change. A later request can wait until its results include the change. */
        Position: string;
        /** @description Present with wait_for=searchable. True if searches find the change. */
        Searchable: components["schemas"]["Searchable"];
        /** @description The origin of the request, if it is an allowed web origin. Otherwise absent. */
        "Access-Control-Allow-Origin": string;
        /** @description Present if the response was stored by an earlier request with the same idempotency key. */
        IdempotencyReplayed: "true";
        /** @description Maximum number of requests per minute. Absent without a limit. */
        RateLimit: number;
        /** @description Number of further requests that the gateway would accept now. */
        RateLimitRemaining: number;
        /** @description Unix time in seconds at which the full limit is available again. */
        RateLimitReset: number;
        /** @description Seconds to wait before a retry. */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listMemories: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: number;
                /**
                 * @description Maximum number of objects of a page, 1 to 100.
                 * @example 10
                 */
                per_page?: number;
                /** @description next_cursor of the previous response, with the same filters and order. Takes precedence over page. */
                cursor?: string;
                /** @description Comma-separated types. Only memories of these types. Protected types are omitted by default. */
                memory_types?: string;
                /**
                 * @description Other name of `memory_types`, with one type.
                 * @example fact
                 */
                memory_type?: components["schemas"]["MemoryType"];
                /** @description Comma-separated source types. Only memories from these sources. */
                source_types?: string;
                /** @description Only memories that this user created. */
                user_id?: string;
                /** @description Only memories with this `importance` or a higher one. */
                min_importance?: number;
                /** @description Other name of `min_importance`. */
                importance_threshold?: number;
                /** @description Only memories that occurred at this time or later (`occurred_at`). */
                start_date?: string;
                /** @description Other name of `start_date`. */
                date_from?: string;
                /** @description Only memories that occurred at this time or earlier. A date without a time includes the whole UTC day. */
                end_date?: string;
                /** @description Other name of `end_date`. */
                date_to?: string;
                /** @description Only memories that occurred in this range. */
                time_range?: components["schemas"]["TimeRange"];
                /** @description Only memories that are pinned, or only memories that are not. */
                pinned?: boolean;
                /** @description Comma-separated tags. A memory matches if it has any of them. */
                tags?: string;
                /**
                 * @description `created_at`, `occurred_at`, `importance` or `updated_at`. The prefix `-` sorts in descending order. Memories with the same value are sorted by ID, in the same direction.
                 * @example -importance
                 */
                sort?: components["schemas"]["MemorySort"];
                /** @description Comma-separated list of `superseded`, `expired` and `future`: the list also contains memories in these states. With `superseded`, `relationships` also contains inactive relationships. */
                include?: string;
                /** @description True equals `include=superseded`. */
                include_inactive?: boolean;
                /** @description Returns what was true at this time. */
                as_of?: string;
                /** @description Returns what Loci knew at this time. */
                known_at?: string;
                /** @description Milliseconds to wait until the results include the minimum position, 0 to 5,000. */
                wait_ms?: number;
                /** @description True rejects the request with SYS_NOT_FRESH if the results may lack changes. */
                require_fresh?: boolean;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["MemoryList"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_POSITION_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_NOT_FRESH, SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createMemory: {
        parameters: {
            query?: {
                /** @description `searchable` waits until searches find the change. */
                wait_for?: "searchable";
                /** @description Milliseconds to wait, 0 to 5,000. */
                wait_ms?: number;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content": "Ada prefers tea to coffee.",
                 *       "memory_type": "fact",
                 *       "importance": 0.7,
                 *       "tags": [
                 *         "preferences"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateMemoryRequest"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["ETag"];
                    "x-loci-position": components["headers"]["Position"];
                    "x-loci-searchable": components["headers"]["Searchable"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["CreatedMemory"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_ALREADY_EXISTS, BIZ_QUOTA_EXCEEDED, BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID, VAL_SECRET_FOUND, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createMemories: {
        parameters: {
            query?: {
                /** @description `searchable` waits until searches find the change. */
                wait_for?: "searchable";
                /** @description Milliseconds to wait, 0 to 5,000. */
                wait_ms?: number;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "memories": [
                 *         {
                 *           "content": "Ada lives in London."
                 *         },
                 *         {
                 *           "content": "Ada works on engines."
                 *         }
                 *       ],
                 *       "atomic": true
                 *     }
                 */
                "application/json": components["schemas"]["CreateMemoriesRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "x-loci-position": components["headers"]["Position"];
                    "x-loci-searchable": components["headers"]["Searchable"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["BulkMemories"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description Success. */
            201: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "x-loci-position": components["headers"]["Position"];
                    "x-loci-searchable": components["headers"]["Searchable"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["BulkMemories"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_ALREADY_EXISTS, BIZ_QUOTA_EXCEEDED, BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID, VAL_SECRET_FOUND, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getMemory: {
        parameters: {
            query?: {
                /** @description True adds inactive relationships to `relationships`. */
                include_inactive?: boolean;
                /** @description Returns what was true at this time. */
                as_of?: string;
                /** @description Returns what Loci knew at this time. */
                known_at?: string;
                /** @description Milliseconds to wait until the results include the minimum position, 0 to 5,000. */
                wait_ms?: number;
                /** @description True rejects the request with SYS_NOT_FRESH if the results may lack changes. */
                require_fresh?: boolean;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
                /** @description ETag of an earlier response. The response is 304 if the object still has this ETag. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description ID of the memory. */
                memory_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["RecordedMemory"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description The object still has an ETag of `If-None-Match`. The response has no body. */
            304: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_POSITION_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_NOT_FRESH, SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateMemory: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description ETag that the client has read, or *. The request fails with 412 if the object has another ETag now. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description ID of the memory. */
                memory_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "importance": 0.9
                 *     }
                 */
                "application/json": components["schemas"]["UpdateMemoryRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["ETag"];
                    "x-loci-position": components["headers"]["Position"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["Memory"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_ALREADY_EXISTS, BIZ_QUOTA_EXCEEDED, BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_PRECONDITION_FAILED */
            412: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID, VAL_SECRET_FOUND, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteMemory: {
        parameters: {
            query?: {
                /** @description True deletes the revisions at once, also those of a memory that was deleted earlier. */
                erase?: boolean;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description ETag that the client has read, or *. The request fails with 412 if the object has another ETag now. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description ID of the memory. */
                memory_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "x-loci-position": components["headers"]["Position"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["DeletedMemory"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_PRECONDITION_FAILED */
            412: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getMemoryHistory: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: number;
                /** @description Maximum number of objects of a page, 1 to 100. If omitted, a page has up to 1000 objects. */
                per_page?: number;
                /** @description next_cursor of the previous response, with the same filters and order. Takes precedence over page. */
                cursor?: string;
                /** @description Milliseconds to wait until the results include the minimum position, 0 to 5,000. */
                wait_ms?: number;
                /** @description True rejects the request with SYS_NOT_FRESH if the results may lack changes. */
                require_fresh?: boolean;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
            };
            path: {
                /** @description ID of the memory. */
                memory_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["MemoryHistory"];
                        /** @description Data about the result. */
                        metadata: {
                            /**
                             * Format: uuid
                             * @description ID of the requested memory.
                             */
                            memory_id: string;
                            /**
                             * Format: int64
                             * @description Number of all versions.
                             */
                            versions_count: number;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_POSITION_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_NOT_FRESH, SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    evolveMemory: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description ETag that the client has read, or *. The request fails with 412 if the object has another ETag now. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description ID of the memory. */
                memory_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "new_content": "Ada prefers coffee to tea.",
                 *       "evolution_type": "correction",
                 *       "reason": "She said so today."
                 *     }
                 */
                "application/json": components["schemas"]["EvolveMemoryRequest"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "x-loci-position": components["headers"]["Position"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["EvolvedMemory"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_ALREADY_EXISTS, BIZ_QUOTA_EXCEEDED, BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_PRECONDITION_FAILED */
            412: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID, VAL_SECRET_FOUND, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listMemoryRevisions: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: number;
                /** @description Maximum number of objects of a page, 1 to 100. If omitted, a page has up to 1000 objects. */
                per_page?: number;
                /** @description next_cursor of the previous response, with the same filters and order. Takes precedence over page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description ID of the memory. */
                memory_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["MemoryRevisionList"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listMemoryStates: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: number;
                /** @description Maximum number of objects of a page, 1 to 100. If omitted, a page has up to 1000 objects. */
                per_page?: number;
                /** @description next_cursor of the previous response, with the same filters and order. Takes precedence over page. */
                cursor?: string;
                /** @description Milliseconds to wait until the results include the minimum position, 0 to 5,000. */
                wait_ms?: number;
                /** @description True rejects the request with SYS_NOT_FRESH if the results may lack changes. */
                require_fresh?: boolean;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["MemoryStateList"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_POSITION_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_NOT_FRESH, SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    restoreMemoryStates: {
        parameters: {
            query?: {
                /** @description `searchable` waits until searches find the change. */
                wait_for?: "searchable";
                /** @description Milliseconds to wait, 0 to 5,000. */
                wait_ms?: number;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "states": [
                 *         {
                 *           "id": "01890a5d-ac96-774b-bcce-b302099a8057",
                 *           "revision": 1,
                 *           "recorded_until": null,
                 *           "recorded_by": "ada",
                 *           "user_id": "ada",
                 *           "content": "Ada prefers tea to coffee.",
                 *           "content_revision": 1,
                 *           "memory_type": "fact",
                 *           "importance": 0.5,
                 *           "confidence": 0.8,
                 *           "source_type": "direct_input",
                 *           "metadata": {},
                 *           "tags": [
                 *             "preferences"
                 *           ],
                 *           "conversation_id": null,
                 *           "lifecycle_state": "active",
                 *           "version": 1,
                 *           "chain_id": "01890a5d-ac96-774b-bcce-b302099a8057",
                 *           "superseded_by": null,
                 *           "created_at": "2026-01-01T12:00:00.000Z",
                 *           "updated_at": "2026-01-01T12:00:00.000Z",
                 *           "occurred_at": "2026-01-01T12:00:00.000Z",
                 *           "valid_from": null,
                 *           "valid_until": null,
                 *           "expires_at": null,
                 *           "expires_by_default": false,
                 *           "pinned": false,
                 *           "access_count": 0,
                 *           "last_accessed": null
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["RestoreMemoryStatesRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "x-loci-position": components["headers"]["Position"];
                    "x-loci-searchable": components["headers"]["Searchable"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["RestoredStates"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_QUOTA_EXCEEDED, BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID, VAL_SECRET_FOUND, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listContradictionStates: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: number;
                /** @description Maximum number of objects of a page, 1 to 100. If omitted, a page has up to 1000 objects. */
                per_page?: number;
                /** @description next_cursor of the previous response, with the same filters and order. Takes precedence over page. */
                cursor?: string;
                /** @description Milliseconds to wait until the results include the minimum position, 0 to 5,000. */
                wait_ms?: number;
                /** @description True rejects the request with SYS_NOT_FRESH if the results may lack changes. */
                require_fresh?: boolean;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["ContradictionStateList"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_POSITION_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_NOT_FRESH, SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    restoreContradictionStates: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "states": [
                 *         {
                 *           "source_memory_id": "01890a5d-ac96-774b-bcce-b302099a8057",
                 *           "target_memory_id": "01890a5d-ac96-774b-bcce-b302099a8058",
                 *           "id": "01890a5d-ac96-774b-bcce-b302099a8059",
                 *           "revision": 2,
                 *           "contradiction_type": "contextual",
                 *           "resolution_status": "accepted",
                 *           "confidence": 0.9,
                 *           "metadata": {},
                 *           "detected_at": "2026-01-01T12:00:00.000Z",
                 *           "detected_by": "ada",
                 *           "relationship_id": "01890a5d-ac96-774b-bcce-b302099a805a",
                 *           "resolution": "keep_both",
                 *           "reason": "Both are true, at different times.",
                 *           "resolved_at": "2026-01-02T12:00:00.000Z",
                 *           "resolved_by": "ada",
                 *           "new_memory_id": null
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["RestoreContradictionStatesRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "x-loci-position": components["headers"]["Position"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["RestoredStates"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID, VAL_SECRET_FOUND, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    reportContradiction: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "source_memory_id": "01890a5d-ac96-774b-bcce-b302099a8057",
                 *       "target_memory_id": "01890a5d-ac96-774b-bcce-b302099a8058",
                 *       "contradiction_type": "direct",
                 *       "confidence": 0.9
                 *     }
                 */
                "application/json": components["schemas"]["ReportContradictionRequest"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "x-loci-position": components["headers"]["Position"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["Contradiction"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_ALREADY_EXISTS, BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID, VAL_SECRET_FOUND, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listMemoryContradictions: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: number;
                /** @description Maximum number of objects of a page, 1 to 100. If omitted, a page has up to 1000 objects. */
                per_page?: number;
                /** @description next_cursor of the previous response, with the same filters and order. Takes precedence over page. */
                cursor?: string;
                /** @description Milliseconds to wait until the results include the minimum position, 0 to 5,000. */
                wait_ms?: number;
                /** @description True rejects the request with SYS_NOT_FRESH if the results may lack changes. */
                require_fresh?: boolean;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
            };
            path: {
                /** @description ID of the memory. */
                memory_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["ContradictionList"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_POSITION_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_NOT_FRESH, SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listOpenContradictions: {
        parameters: {
            query?: {
                /** @description Maximum number of contradictions. */
                limit?: number;
                /** @description next_cursor of the previous response. */
                cursor?: string;
                /** @description Milliseconds to wait until the results include the minimum position, 0 to 5,000. */
                wait_ms?: number;
                /** @description True rejects the request with SYS_NOT_FRESH if the results may lack changes. */
                require_fresh?: boolean;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["OpenContradictionList"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_POSITION_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_NOT_FRESH, SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    resolveContradiction: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID of the contradiction. */
                contradiction_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "resolution": "keep_both",
                 *       "reason": "Tea at work, coffee at home."
                 *     }
                 */
                "application/json": components["schemas"]["ResolveContradictionRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "x-loci-position": components["headers"]["Position"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["ResolvedContradiction"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_ALREADY_EXISTS, BIZ_QUOTA_EXCEEDED, BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID, VAL_SECRET_FOUND, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listSuggestions: {
        parameters: {
            query?: {
                /** @description `open`, `resolved` or `dismissed`. */
                status?: components["schemas"]["SuggestionStatus"];
                /**
                 * @description `duplicate` or `contradiction`.
                 * @example contradiction
                 */
                kind?: components["schemas"]["SimilarityKind"];
                /** @description Returns only suggestions with this memory. */
                memory_id?: string;
                /**
                 * @description Maximum number of suggestions.
                 * @example 10
                 */
                limit?: number;
                /** @description next_cursor of the previous response, with the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["SuggestionList"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listSavedSearches: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["SavedSearchList"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    saveSearch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Recent decisions",
                 *       "parameters": {
                 *         "q": "decisions",
                 *         "type": "decision"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SaveSearchRequest"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "x-loci-position": components["headers"]["Position"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["SavedSearch"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_ALREADY_EXISTS, BIZ_QUOTA_EXCEEDED, BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteSavedSearch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID of the saved search. */
                saved_search_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "x-loci-position": components["headers"]["Position"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["DeletedSavedSearch"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOverview: {
        parameters: {
            query?: {
                /** @description Number of days in `activity`, including the current UTC day. */
                days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["Overview"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getRetentionDefaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["RetentionDefaults"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replaceRetentionDefaults: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "defaults": [
                 *         {
                 *           "memory_type": "conversation",
                 *           "ttl_seconds": 86400
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ReplaceRetentionDefaultsRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "x-loci-position": components["headers"]["Position"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["RetentionDefaults"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID, VAL_SECRET_FOUND, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getSecretFilter: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["SecretFilter"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replaceSecretFilter: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": "redact"
                 *     }
                 */
                "application/json": components["schemas"]["ReplaceSecretFilterRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "x-loci-position": components["headers"]["Position"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["SecretFilter"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID, VAL_SECRET_FOUND, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listMemoryTags: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the memory. */
                memory_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["ListMemoryTagsData"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    addMemoryTags: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID of the memory. */
                memory_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tags": [
                 *         "Project X",
                 *         "planning"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["AddMemoryTagsRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "x-loci-position": components["headers"]["Position"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["TagChange"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_ALREADY_EXISTS, BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID, VAL_SECRET_FOUND, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    removeMemoryTags: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID of the memory. */
                memory_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tags": [
                 *         "planning"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["RemoveMemoryTagsRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "x-loci-position": components["headers"]["Position"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["TagChange"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_ALREADY_EXISTS, BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID, VAL_SECRET_FOUND, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listTags: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: number;
                /** @description Maximum number of objects of a page, 1 to 100. If omitted, a page has up to 1000 objects. */
                per_page?: number;
                /** @description next_cursor of the previous response, with the same filters and order. Takes precedence over page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["TagList"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listMemoriesByTag: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: number;
                /** @description Maximum number of objects of a page, 1 to 100. */
                per_page?: number;
                /** @description next_cursor of the previous response, with the same filters and order. Takes precedence over page. */
                cursor?: string;
                /** @description Milliseconds to wait until the results include the minimum position, 0 to 5,000. */
                wait_ms?: number;
                /** @description True rejects the request with SYS_NOT_FRESH if the results may lack changes. */
                require_fresh?: boolean;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
            };
            path: {
                /** @description Name of the tag. */
                tag: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["TaggedMemoryList"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_POSITION_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_NOT_FRESH, SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getMemoryUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["StorageUsage"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listRelationships: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: number;
                /**
                 * @description Maximum number of objects of a page, 1 to 100.
                 * @example 10
                 */
                per_page?: number;
                /** @description next_cursor of the previous response, with the same filters and order. Takes precedence over page. */
                cursor?: string;
                /** @description ID of the source memory. */
                from_id?: string;
                /** @description ID of the target memory. */
                to_id?: string;
                /**
                 * @description Only relationships with this source or target memory.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                memory_id?: string;
                /** @description Type of the relationship. */
                relationship_type?: components["schemas"]["RelationshipType"];
                /** @description Comma-separated list of `superseded`, `expired` and `future`: the list also contains relationships with these validities. */
                include?: string;
                /** @description True equals `include=superseded`. */
                include_inactive?: boolean;
                /** @description Returns what was true at this time. */
                as_of?: string;
                /** @description Returns what Loci knew at this time. */
                known_at?: string;
                /** @description Milliseconds to wait until the results include the minimum position, 0 to 5,000. */
                wait_ms?: number;
                /** @description True rejects the request with SYS_NOT_FRESH if the results may lack changes. */
                require_fresh?: boolean;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["RelationshipList"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_POSITION_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_NOT_FRESH, SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createRelationship: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from_id": "01890a5d-ac96-774b-bcce-b302099a8057",
                 *       "to_id": "01890a5d-ac96-774b-bcce-b302099a8058",
                 *       "relationship_type": "supports",
                 *       "strength": 0.8
                 *     }
                 */
                "application/json": components["schemas"]["NewRelationship"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "x-loci-position": components["headers"]["Position"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["Relationship"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_ALREADY_EXISTS, BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID, VAL_SECRET_FOUND, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createRelationships: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example [
                 *       {
                 *         "from_id": "01890a5d-ac96-774b-bcce-b302099a8057",
                 *         "to_id": "01890a5d-ac96-774b-bcce-b302099a8058",
                 *         "relationship_type": "follows"
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["CreateRelationshipsRequest"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "x-loci-position": components["headers"]["Position"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["BulkRelationships"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_ALREADY_EXISTS, BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID, VAL_SECRET_FOUND, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    traverseRelationships: {
        parameters: {
            query?: {
                /** @description Milliseconds to wait until the results include the minimum position, 0 to 5,000. */
                wait_ms?: number;
                /** @description True rejects the request with SYS_NOT_FRESH if the results may lack changes. */
                require_fresh?: boolean;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "start_memory_id": "01890a5d-ac96-774b-bcce-b302099a8057",
                 *       "max_depth": 2,
                 *       "direction": "OUTBOUND"
                 *     }
                 */
                "application/json": components["schemas"]["TraverseRelationshipsRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["Traversal"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_POSITION_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE, SYS_NOT_FRESH */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteRelationshipsBetween: {
        parameters: {
            query: {
                /**
                 * @description ID of the source memory.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                from_id: string;
                /**
                 * @description ID of the target memory.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8058
                 */
                to_id: string;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "x-loci-position": components["headers"]["Position"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["DeletedRelationships"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getRelationship: {
        parameters: {
            query?: {
                /** @description Returns what was true at this time. */
                as_of?: string;
                /** @description Returns what Loci knew at this time. */
                known_at?: string;
                /** @description Milliseconds to wait until the results include the minimum position, 0 to 5,000. */
                wait_ms?: number;
                /** @description True rejects the request with SYS_NOT_FRESH if the results may lack changes. */
                require_fresh?: boolean;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
            };
            path: {
                /** @description ID of the relationship. */
                relationship_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["Relationship"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_POSITION_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_NOT_FRESH, SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteRelationship: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID of the relationship. */
                relationship_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "x-loci-position": components["headers"]["Position"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["DeletedRelationship"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateRelationship: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID of the relationship. */
                relationship_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "strength": 0.9,
                 *       "evidence": {
                 *         "source": "second report"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UpdateRelationshipRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "x-loci-position": components["headers"]["Position"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["Relationship"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID, VAL_SECRET_FOUND, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listRelationshipRevisions: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: number;
                /** @description Maximum number of objects of a page, 1 to 100. If omitted, a page has up to 1000 objects. */
                per_page?: number;
                /** @description next_cursor of the previous response, with the same filters and order. Takes precedence over page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description ID of the relationship. */
                relationship_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["RelationshipRevisionList"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listRelationshipStates: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: number;
                /** @description Maximum number of objects of a page, 1 to 100. If omitted, a page has up to 1000 objects. */
                per_page?: number;
                /** @description next_cursor of the previous response, with the same filters and order. Takes precedence over page. */
                cursor?: string;
                /** @description Milliseconds to wait until the results include the minimum position, 0 to 5,000. */
                wait_ms?: number;
                /** @description True rejects the request with SYS_NOT_FRESH if the results may lack changes. */
                require_fresh?: boolean;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["RelationshipStateList"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_POSITION_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_NOT_FRESH, SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    restoreRelationshipStates: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "states": [
                 *         {
                 *           "from_id": "01890a5d-ac96-774b-bcce-b302099a8057",
                 *           "to_id": "01890a5d-ac96-774b-bcce-b302099a8058",
                 *           "id": "01890a5d-ac96-774b-bcce-b302099a805a",
                 *           "revision": 1,
                 *           "recorded_until": "2026-01-02T12:00:00.000Z",
                 *           "recorded_by": "ada",
                 *           "created_by": "ada",
                 *           "relationship_type": "supports",
                 *           "direction_type": "DIRECTED",
                 *           "inverse_type": null,
                 *           "inverse_relationship_id": null,
                 *           "strength": 0.5,
                 *           "confidence": 0.8,
                 *           "evidence": {},
                 *           "traversal_properties": {},
                 *           "metadata": {},
                 *           "origin": "user",
                 *           "is_active": true,
                 *           "created_at": "2026-01-01T12:00:00.000Z",
                 *           "updated_at": "2026-01-01T12:00:00.000Z",
                 *           "valid_from": null,
                 *           "valid_until": null
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["RestoreRelationshipStatesRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "x-loci-position": components["headers"]["Position"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["RestoredStates"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID, VAL_SECRET_FOUND, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    searchByVector: {
        parameters: {
            query?: {
                /** @description Milliseconds to wait until the results include the minimum position, 0 to 5,000. */
                wait_ms?: number;
                /** @description True rejects the request with SYS_NOT_FRESH if the results may lack changes. */
                require_fresh?: boolean;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "query": "beverages",
                 *       "limit": 5,
                 *       "filters": {
                 *         "min_importance": 0.3
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SearchByVectorRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["VectorSearchResults"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_POSITION_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE, SYS_NOT_FRESH */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getSearchStatistics: {
        parameters: {
            query?: {
                /** @description Milliseconds to wait until the results include the minimum position, 0 to 5,000. */
                wait_ms?: number;
                /** @description True rejects the request with SYS_NOT_FRESH if the results may lack changes. */
                require_fresh?: boolean;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["SearchStatistics"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_POSITION_INVALID, VAL_FIELD_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_NOT_FRESH, SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    uploadDocument: {
        parameters: {
            query?: {
                /** @description ID that the document had in an export. Only owners can restore documents. */
                restored_id?: string;
                /** @description Creation time that the document had in an export. Requires `restored_id`. */
                restored_created_at?: string;
                /** @description True adds `metadata.chunk_ids` to the response. */
                include_chunk_ids?: boolean;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description Content of the file. */
                    file: string;
                    /** @description A JSON object that is stored with the document. */
                    metadata?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "x-loci-position": components["headers"]["Position"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["UploadedDocument"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description Success. */
            201: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "x-loci-position": components["headers"]["Position"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["UploadedDocument"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_QUOTA_EXCEEDED, RES_ALREADY_EXISTS */
            409: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_REQUIRED, VAL_FIELD_TOO_LONG, VAL_FIELD_INVALID, VAL_VALIDATION_FAILED, VAL_POSITION_INVALID, VAL_SECRET_FOUND, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listDocuments: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: number;
                /**
                 * @description Maximum number of objects of a page, 1 to 100.
                 * @example 10
                 */
                per_page?: number;
                /** @description next_cursor of the previous response, with the same filters and order. Takes precedence over page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["DocumentList"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getDocument: {
        parameters: {
            query?: {
                /** @description True adds a page of chunks and omits `embedding_progress`. */
                include_chunks?: boolean;
                /** @description Number of the page, from 1. */
                page?: number;
                /** @description Maximum number of chunks of a page. Defaults to 100. */
                per_page?: number;
                /** @description next_cursor of the previous response, with the same filters and order. Takes precedence over page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description ID of the document. */
                document_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["DocumentWithChunks"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID of the document. */
                document_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "x-loci-position": components["headers"]["Position"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["DeletedDocument"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getDocumentText: {
        parameters: {
            query?: {
                /** @description next_cursor of the previous response, with the same filters and order. Takes precedence over page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description ID of the document. */
                document_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["DocumentText"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    downloadDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the document. */
                document_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The content of the file. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description A part of the file. */
            206: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description The object still has an ETag of `If-None-Match`. The response has no body. */
            304: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_INVALID */
            416: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    reprocessDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID of the document. */
                document_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "x-loci-position": components["headers"]["Position"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["Document"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG, VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getDocumentUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["StorageUsage"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getArtifact: {
        parameters: {
            query: {
                /**
                 * @description Path of the file.
                 * @example /notes/tea.md
                 */
                path: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["Artifact"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description VAL_FIELD_INVALID */
            400: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    saveArtifact: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "path": "/notes/tea.md",
                 *       "content": "# Tea\n\nAda prefers Darjeeling.\n"
                 *     }
                 */
                "application/json": components["schemas"]["SaveArtifactRequest"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "x-loci-position": components["headers"]["Position"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["SavedArtifact"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description VAL_FIELD_INVALID */
            400: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_ALREADY_EXISTS, BIZ_QUOTA_EXCEEDED, BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG, VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID, VAL_SECRET_FOUND, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteArtifact: {
        parameters: {
            query: {
                /**
                 * @description Path of the file.
                 * @example /notes/tea.md
                 */
                path: string;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "x-loci-position": components["headers"]["Position"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["DeletedArtifact"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description VAL_FIELD_INVALID */
            400: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listArtifacts: {
        parameters: {
            query?: {
                /**
                 * @description Path of the folder, at most 4,096 characters. A leading or trailing `/` is optional.
                 * @example /notes
                 */
                prefix?: string;
                /**
                 * @description Only files and folders whose name contains this text, in any letter case. At most 1,000 characters. Wildcards have no special meaning.
                 * @example tea
                 */
                name_pattern?: string;
                /** @description Number of the page, from 1. */
                page?: number;
                /** @description Maximum number of objects of a page, 1 to 100. If omitted, a page has up to 1000 objects. */
                per_page?: number;
                /** @description next_cursor of the previous response, with the same filters and order. Takes precedence over page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["ArtifactFolder"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getArtifactUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["StorageUsage"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    reflect: {
        parameters: {
            query?: {
                /** @description Milliseconds to wait until the results include the minimum position, 0 to 5,000. */
                wait_ms?: number;
                /** @description True rejects the request with SYS_NOT_FRESH if the results may lack changes. */
                require_fresh?: boolean;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "time_window": "week",
                 *       "max_memories": 20
                 *     }
                 */
                "application/json": components["schemas"]["ReflectRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["Reflection"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_POSITION_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_NOT_FRESH, SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    summarizeMemories: {
        parameters: {
            query?: {
                /** @description Milliseconds to wait until the results include the minimum position, 0 to 5,000. */
                wait_ms?: number;
                /** @description True rejects the request with SYS_NOT_FRESH if the results may lack changes. */
                require_fresh?: boolean;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "max_memories": 20
                 *     }
                 */
                "application/json": components["schemas"]["SummarizeMemoriesRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["Summary"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_POSITION_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_NOT_FRESH, SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getInsights: {
        parameters: {
            query?: {
                /** @description Milliseconds to wait until the results include the minimum position, 0 to 5,000. */
                wait_ms?: number;
                /** @description True rejects the request with SYS_NOT_FRESH if the results may lack changes. */
                require_fresh?: boolean;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["Insights"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_POSITION_INVALID, VAL_FIELD_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_NOT_FRESH, SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPersonas: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["ListPersonasData"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPersonality: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["Personality"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    selectPersona: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "persona_id": "professional"
                 *     }
                 */
                "application/json": components["schemas"]["SelectPersonaRequest"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "x-loci-position": components["headers"]["Position"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["PersonaSelection"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_QUOTA_EXCEEDED, BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID, VAL_SECRET_FOUND, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAwakening: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["GetAwakeningData"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    addTrait: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content": "Answer in short paragraphs."
                 *     }
                 */
                "application/json": components["schemas"]["AddTraitRequest"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "x-loci-position": components["headers"]["Position"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["Trait"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_QUOTA_EXCEEDED, BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID, VAL_SECRET_FOUND, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateTrait: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID of the trait. */
                trait_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content": "Answer in one short paragraph."
                 *     }
                 */
                "application/json": components["schemas"]["UpdateTraitRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "x-loci-position": components["headers"]["Position"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["Trait"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_QUOTA_EXCEEDED, BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID, VAL_SECRET_FOUND, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteTrait: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID of the trait. */
                trait_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "x-loci-position": components["headers"]["Position"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["DeleteTraitData"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["WebhookList"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://hooks.example.com/loci",
                 *       "event_types": [
                 *         "memory.created"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateWebhookRequest"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "x-loci-position": components["headers"]["Position"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["WebhookWithSecret"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_QUOTA_EXCEEDED, BIZ_REQUEST_IN_PROGRESS, RES_ALREADY_EXISTS */
            409: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID, VAL_SECRET_FOUND, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["Webhook"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "x-loci-position": components["headers"]["Position"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["DeletedWebhook"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "event_types": [
                 *         "memory.created",
                 *         "memory.deleted"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UpdateWebhookRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "x-loci-position": components["headers"]["Position"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["Webhook"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID, VAL_SECRET_FOUND, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "x-loci-position": components["headers"]["Position"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["WebhookWithSecret"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_REQUEST_IN_PROGRESS, RES_ALREADY_EXISTS */
            409: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "x-loci-position": components["headers"]["Position"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["WebhookDelivery"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Only messages with this status. */
                status?: components["schemas"]["WebhookDeliveryStatus"];
                /** @description Maximum number of messages, 1 to 100. */
                per_page?: number;
                /** @description next_cursor of the previous response. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description ID of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["WebhookDeliveryList"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replayWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID of the webhook. */
                webhook_id: string;
                /** @description ID of the message. */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "x-loci-position": components["headers"]["Position"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["WebhookDelivery"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replayWebhookDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "2026-11-22T10:00:00Z",
                 *       "to": "2026-11-22T12:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["ReplayWebhookDeliveriesRequest"];
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "x-loci-position": components["headers"]["Position"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["WebhookReplay"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID, VAL_SECRET_FOUND, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    exchangeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["Tokens"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_INVALID_CREDENTIALS */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    refreshToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "refresh_token": "the refresh token of the last response"
                 *     }
                 */
                "application/json": components["schemas"]["RefreshTokenRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["Tokens"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    verifyToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["VerifiedToken"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listErasures: {
        parameters: {
            query?: {
                /** @description Maximum number of erasures, 1 to 100. */
                limit?: number;
                /** @description next_cursor of the previous response. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["ListErasuresData"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createErasure: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_id": "01a20170-2f33-7001-9a3f-1d2c3b4a5e6f",
                 *       "confirm": "01a20170-2f33-7001-9a3f-1d2c3b4a5e6f"
                 *     }
                 */
                "application/json": components["schemas"]["CreateErasureRequest"];
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "x-loci-position": components["headers"]["Position"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["Erasure"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_ALREADY_EXISTS, BIZ_QUOTA_EXCEEDED, BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID, VAL_SECRET_FOUND, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getErasure: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the erasure. */
                erasure_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["Erasure"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    searchHybrid: {
        parameters: {
            query?: {
                /** @description Milliseconds to wait until the results include the minimum position, 0 to 5,000. */
                wait_ms?: number;
                /** @description True rejects the request with SYS_NOT_FRESH if the results may lack changes. */
                require_fresh?: boolean;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "query": "What does Ada like to drink?",
                 *       "limit": 5
                 *     }
                 */
                "application/json": components["schemas"]["SearchHybridRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["HybridSearchResults"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_POSITION_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE, SYS_NOT_FRESH */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getContext: {
        parameters: {
            query?: {
                /** @description Milliseconds to wait until the results include the minimum position, 0 to 5,000. */
                wait_ms?: number;
                /** @description True rejects the request with SYS_NOT_FRESH if the results may lack changes. */
                require_fresh?: boolean;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "query": "What does Ada like to drink?",
                 *       "max_tokens": 500
                 *     }
                 */
                "application/json": components["schemas"]["GetContextRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["Context"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_POSITION_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE, SYS_NOT_FRESH */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    explainMissingResult: {
        parameters: {
            query?: {
                /** @description Milliseconds to wait until the results include the minimum position, 0 to 5,000. */
                wait_ms?: number;
                /** @description True rejects the request with SYS_NOT_FRESH if the results may lack changes. */
                require_fresh?: boolean;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "memory_id": "0199a0d0-5a4e-7a3c-9d55-0f6b7c8d9e10",
                 *       "search": {
                 *         "query": "What does Ada like to drink?",
                 *         "limit": 5
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ExplainMissingResultRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["MissingResultExplanation"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_POSITION_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE, SYS_NOT_FRESH */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    resolveSuggestion: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. The results contain these writes. */
                "x-loci-min-position"?: components["parameters"]["MinPosition"];
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID of the suggestion. */
                suggestion_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": "dismiss"
                 *     }
                 */
                "application/json": components["schemas"]["ResolveSuggestionRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "x-loci-position": components["headers"]["Position"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["Suggestion"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_ALREADY_EXISTS, BIZ_QUOTA_EXCEEDED, BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID, VAL_SECRET_FOUND, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                /** @description Start of the time range, inclusive. Defaults to 31 days before `to`. */
                from?: string;
                /** @description End of the time range, exclusive. Defaults to the current time. */
                to?: string;
                /** @description Only changes of this user, or of `operator` for the admin API. */
                user_id?: string;
                /** @description Only changes with this API key. */
                key_id?: string;
                /** @description Only changes by this operation, for example `POST /api/v2/memories`. */
                operation?: string;
                /** @description Only changes of this kind. */
                action?: components["schemas"]["AuditAction"];
                /**
                 * @description Only changes of this type of object.
                 * @example memory
                 */
                object_type?: components["schemas"]["AuditObjectType"];
                /** @description Only changes of this object. */
                object_id?: string;
                /** @description Only changes of this request, as in the header x-request-id. */
                request_id?: string;
                /**
                 * @description Maximum number of entries, 1 to 1,000.
                 * @example 10
                 */
                limit?: number;
                /** @description next_cursor of the previous response, with the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Distinguishes successes from errors.
                         * @constant
                         */
                        status: "success";
                        data: components["schemas"]["AuditEntryList"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    exportAuditEntries: {
        parameters: {
            query?: {
                /** @description Start of the time range, inclusive. Defaults to 31 days before `to`. */
                from?: string;
                /** @description End of the time range, exclusive. Defaults to the current time. */
                to?: string;
                /** @description Only changes of this user, or of `operator` for the admin API. */
                user_id?: string;
                /** @description Only changes with this API key. */
                key_id?: string;
                /** @description Only changes by this operation, for example `POST /api/v2/memories`. */
                operation?: string;
                /** @description Only changes of this kind. */
                action?: components["schemas"]["AuditAction"];
                /** @description Only changes of this type of object. */
                object_type?: components["schemas"]["AuditObjectType"];
                /** @description Only changes of this object. */
                object_id?: string;
                /** @description Only changes of this request, as in the header x-request-id. */
                request_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The content of the file. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": unknown;
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_FIELD_UNKNOWN */
            422: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_INTERNAL_ERROR */
            500: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
