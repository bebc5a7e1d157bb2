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
         * @description Needs the scope `read`.
         */
        get: operations["get_memories"];
        put?: never;
        /**
         * Create a memory
         * @description Needs the scope `write`.
         */
        post: operations["post_memories"];
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
         * @description Needs the scope `write`.
         */
        post: operations["post_memories_bulk"];
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
         * @description Needs the scope `read`.
         */
        get: operations["get_memories_memory_id"];
        /**
         * Update a memory
         * @description Needs the scope `write`.
         */
        put: operations["put_memories_memory_id"];
        post?: never;
        /**
         * Delete a memory
         * @description Needs the scope `write` and the permission `delete`.
         */
        delete: operations["delete_memories_memory_id"];
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
         * @description Needs the scope `read`.
         */
        get: operations["get_memories_memory_id_history"];
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
         * @description Needs the scope `write`.
         */
        post: operations["post_memories_memory_id_evolve"];
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
         * @description Needs the scope `read`.
         */
        get: operations["get_memories_memory_id_revisions"];
        put?: never;
        post?: never;
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
         * @description Needs the scope `write`.
         */
        post: operations["post_memories_contradictions"];
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
         * @description Needs the scope `read`.
         */
        get: operations["get_memories_memory_id_contradictions"];
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
         * @description Needs the scope `write`.
         */
        post: operations["post_memories_contradictions_contradiction_id_resolve"];
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
         * @description Needs the scope `read`.
         */
        get: operations["get_suggestions"];
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
         * @description Needs the scope `read`.
         */
        get: operations["get_settings_retention"];
        /**
         * Replace the retention defaults
         * @description Needs the scope `write`.
         */
        put: operations["put_settings_retention"];
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
         * @description Needs the scope `read`.
         */
        get: operations["get_memories_memory_id_tags"];
        put?: never;
        /**
         * Add tags to a memory
         * @description Needs the scope `write`.
         */
        post: operations["post_memories_memory_id_tags"];
        /**
         * Remove tags from a memory
         * @description Needs the scope `write`.
         */
        delete: operations["delete_memories_memory_id_tags"];
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
         * @description Needs the scope `read`.
         */
        get: operations["get_tags"];
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
         * @description Needs the scope `read`.
         */
        get: operations["get_tags_tag_memories"];
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
         * @description Needs the scope `read`.
         */
        get: operations["get_usage_memories"];
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
         * @description Needs the scope `read`.
         */
        get: operations["get_relationships"];
        put?: never;
        /**
         * Create a relationship
         * @description Needs the scope `write`.
         */
        post: operations["post_relationships"];
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
         * @description Needs the scope `write`.
         */
        post: operations["post_relationships_bulk"];
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
         * @description Needs the scope `read`.
         */
        post: operations["post_relationships_traverse"];
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
         * @description Needs the scope `write` and the permission `delete`.
         */
        delete: operations["delete_relationships_between"];
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
         * @description Needs the scope `read`.
         */
        get: operations["get_relationships_relationship_id"];
        put?: never;
        post?: never;
        /**
         * Delete a relationship
         * @description Needs the scope `write` and the permission `delete`.
         */
        delete: operations["delete_relationships_relationship_id"];
        options?: never;
        head?: never;
        /**
         * Update the strength, confidence, evidence or validity of a relationship
         * @description Needs the scope `write`.
         */
        patch: operations["patch_relationships_relationship_id"];
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
         * @description Needs the scope `read`.
         */
        get: operations["get_relationships_relationship_id_revisions"];
        put?: never;
        post?: never;
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
         * @description Needs the scope `read`.
         */
        post: operations["post_search_vector"];
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
         * @description Needs the scope `read`.
         */
        get: operations["get_search_stats"];
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
         * @description Needs the scope `write`.
         */
        post: operations["post_documents_upload"];
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
         * @description Needs the scope `read`.
         */
        get: operations["get_documents"];
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
         * @description Needs the scope `read`.
         */
        get: operations["get_documents_document_id"];
        put?: never;
        post?: never;
        /**
         * Delete a document
         * @description Needs the scope `write` and the permission `delete`.
         */
        delete: operations["delete_documents_document_id"];
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
         * @description Needs the scope `read`.
         */
        get: operations["get_documents_document_id_text"];
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
         * @description Needs the scope `read`.
         */
        get: operations["get_documents_document_id_download"];
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
         * @description Needs the scope `write`.
         */
        post: operations["post_documents_document_id_reprocess"];
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
         * @description Needs the scope `read`.
         */
        get: operations["get_usage_documents"];
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
         * @description Needs the scope `read`.
         */
        get: operations["get_artifacts"];
        put?: never;
        /**
         * Save a file
         * @description Needs the scope `write`.
         */
        post: operations["post_artifacts"];
        /**
         * Delete a file
         * @description Needs the scope `write` and the permission `delete`.
         */
        delete: operations["delete_artifacts"];
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
         * @description Needs the scope `read`.
         */
        get: operations["get_artifacts_list"];
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
         * @description Needs the scope `read`.
         */
        get: operations["get_usage_artifacts"];
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
         * @description Needs the scope `read`.
         */
        post: operations["post_analysis_reflect"];
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
         * @description Needs the scope `read`.
         */
        post: operations["post_analysis_summarize"];
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
         * @description Needs the scope `read`.
         */
        get: operations["get_analysis_insights"];
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
         * @description Needs the scope `read`.
         */
        get: operations["get_personality_personas"];
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
         * @description Needs the scope `read`.
         */
        get: operations["get_personality"];
        put?: never;
        /**
         * Select a persona
         * @description Needs the scope `write`.
         */
        post: operations["post_personality"];
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
         * @description Needs the scope `read`.
         */
        get: operations["get_personality_awakening"];
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
         * @description Needs the scope `write`.
         */
        post: operations["post_personality_traits"];
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
         * @description Needs the scope `write`.
         */
        put: operations["put_personality_traits_trait_id"];
        post?: never;
        /**
         * Delete a trait
         * @description Needs the scope `write` and the permission `delete`.
         */
        delete: operations["delete_personality_traits_trait_id"];
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
         * @description Needs the scope `read`.
         */
        get: operations["get_webhooks"];
        put?: never;
        /**
         * Create a webhook. Its secret is only returned once.
         * @description Needs the scope `write`.
         */
        post: operations["post_webhooks"];
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
         * @description Needs the scope `read`.
         */
        get: operations["get_webhooks_webhook_id"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Needs the scope `write`.
         */
        delete: operations["delete_webhooks_webhook_id"];
        options?: never;
        head?: never;
        /**
         * Change, disable or enable a webhook
         * @description Needs the scope `write`.
         */
        patch: operations["patch_webhooks_webhook_id"];
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
         * @description Needs the scope `write`.
         */
        post: operations["post_webhooks_webhook_id_rotatesecret"];
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
         * @description Needs the scope `write`.
         */
        post: operations["post_webhooks_webhook_id_test"];
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
         * @description Needs the scope `read`.
         */
        get: operations["get_webhooks_webhook_id_deliveries"];
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
         * @description Needs the scope `write`.
         */
        post: operations["post_webhooks_webhook_id_deliveries_delivery_id_replay"];
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
         * @description Needs the scope `write`.
         */
        post: operations["post_webhooks_webhook_id_replay"];
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
        /** Exchange an API key for tokens */
        post: operations["post_auth_token"];
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
        /** Refresh an API key token */
        post: operations["post_auth_refresh"];
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
         * @description Needs the scope `read`.
         */
        get: operations["get_auth_verify"];
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
         * @description Needs the scope `read`.
         */
        get: operations["get_erasures"];
        put?: never;
        /**
         * Erase everything that a user stored in the tenant
         * @description Needs the scope `write` and the permission `delete`.
         */
        post: operations["post_erasures"];
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
         * @description Needs the scope `read`.
         */
        get: operations["get_erasures_erasure_id"];
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
         * @description Needs the scope `read`.
         */
        post: operations["post_search_hybrid"];
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
         * @description Needs the scope `read`.
         */
        post: operations["post_search_whynot"];
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
         * @description Needs the scope `write`.
         */
        post: operations["post_suggestions_suggestion_id_resolve"];
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
         * @description Needs the scope `read`.
         */
        get: operations["get_audit"];
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
         * @description Needs the scope `read`.
         */
        get: operations["get_audit_export"];
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
        Meta: {
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            version: "2.0.0";
            request_id: string;
            warnings?: string[];
            fresh?: boolean;
        };
        Error: {
            /** @constant */
            status: "error";
            error: {
                /** @enum {string} */
                code: "AUTH_INVALID_CREDENTIALS" | "AUTH_TOKEN_EXPIRED" | "AUTH_TOKEN_INVALID" | "AUTH_UNAUTHORIZED" | "AUTH_INSUFFICIENT_PERMISSIONS" | "AUTH_FORBIDDEN" | "RES_NOT_FOUND" | "RES_MEMORY_NOT_FOUND" | "RES_DOCUMENT_NOT_FOUND" | "RES_ALREADY_EXISTS" | "RES_RELATIONSHIP_EXISTS" | "RES_PRECONDITION_FAILED" | "VAL_METHOD_NOT_ALLOWED" | "VAL_VALIDATION_FAILED" | "VAL_FIELD_REQUIRED" | "VAL_FIELD_TOO_LONG" | "VAL_FIELD_INVALID" | "VAL_FIELD_UNKNOWN" | "VAL_UUID_INVALID" | "VAL_ENUM_INVALID" | "VAL_IDEMPOTENCY_KEY_INVALID" | "VAL_IDEMPOTENCY_KEY_REUSED" | "VAL_POSITION_INVALID" | "BIZ_REQUEST_IN_PROGRESS" | "VAL_ADDRESS_FORBIDDEN" | "BIZ_QUOTA_EXCEEDED" | "BIZ_RATE_LIMIT_EXCEEDED" | "SYS_INTERNAL_ERROR" | "SYS_BAD_GATEWAY" | "SYS_SERVICE_UNAVAILABLE" | "SYS_NOT_FRESH" | "NOT_IMPLEMENTED";
                message: string;
                details: Record<string, never> | null;
                field_errors: {
                    [key: string]: string[];
                } | null;
            };
            meta: components["schemas"]["Meta"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    get_memories: {
        parameters: {
            query?: {
                page?: number;
                /** @example 10 */
                per_page?: number;
                cursor?: string;
                /** @example fact */
                memory_type?: "fact" | "insight" | "conversation" | "correction" | "reference" | "task" | "checkpoint" | "identity_core" | "personality_trait" | "relationship" | "strategy";
                user_id?: string;
                importance_threshold?: number;
                date_from?: string;
                date_to?: string;
                time_range?: "today" | "yesterday" | "week" | "month" | "quarter" | "year";
                pinned?: boolean;
                tags?: string;
                /** @example -importance */
                sort?: "created_at" | "-created_at" | "occurred_at" | "-occurred_at" | "importance" | "-importance" | "updated_at" | "-updated_at";
                include?: string;
                include_inactive?: boolean;
                as_of?: string;
                known_at?: string;
                wait_ms?: number;
                require_fresh?: boolean;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            items: {
                                /** Format: uuid */
                                id: string;
                                content: string;
                                /** @enum {string} */
                                memory_type: "fact" | "insight" | "conversation" | "correction" | "reference" | "task" | "checkpoint" | "identity_core" | "personality_trait" | "relationship" | "strategy";
                                importance: number;
                                confidence: number;
                                surprise_score: number | null;
                                /** @enum {string} */
                                source_type: "direct_input" | "document_upload" | "web_scrape" | "api_import" | "conversation" | "reflection" | "checkpoint" | "checkpoint_recall";
                                user_id: string;
                                access_count: number | null;
                                last_accessed: string | null;
                                created_at: string;
                                occurred_at: string;
                                updated_at: string;
                                metadata: {
                                    [key: string]: unknown;
                                };
                                embedding_status: ("pending" | "completed" | "failed") | null;
                                relationships: {
                                    /** Format: uuid */
                                    id: string;
                                    /** Format: uuid */
                                    from_id: string;
                                    /** Format: uuid */
                                    to_id: string;
                                    /** @enum {string} */
                                    relationship_type: "supersedes" | "updates" | "evolution_of" | "supports" | "contradicts" | "disputes" | "parent_of" | "child_of" | "sibling_of" | "composed_of" | "part_of" | "causes" | "influenced_by" | "prerequisite_for" | "implements" | "documents" | "tests" | "example_of" | "responds_to" | "references" | "inspired_by" | "follows" | "precedes" | "depends_on";
                                    /** @enum {string} */
                                    direction_type: "DIRECTED" | "BIDIRECTIONAL" | "INVERSE_PAIRED";
                                    strength: number;
                                    confidence: number;
                                    created_at: string;
                                }[] | null;
                                tags: string[];
                                /** @enum {string} */
                                lifecycle_state: "active" | "evolved" | "deprecated";
                                version: number;
                                is_active: boolean;
                                valid_from: string | null;
                                valid_until: string | null;
                                /** @enum {string} */
                                validity: "current" | "superseded" | "expired" | "future";
                                expires_at: string | null;
                                pinned: boolean;
                            }[];
                            pagination: {
                                page: number;
                                per_page: number;
                                total: number;
                                /** @description False if the list has more than total items. */
                                total_is_exact: boolean;
                                pages: number;
                                has_next: boolean;
                                has_prev: boolean;
                                /** @description True if the size limit omitted items. Continue with next_cursor. */
                                truncated: boolean;
                                /** @description Cursor of the next items. Null at the end. */
                                next_cursor: string | null;
                            };
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_NOT_FRESH, SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_memories: {
        parameters: {
            query?: {
                wait_for?: "searchable";
                wait_ms?: number;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: string;
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
                "application/json": {
                    content: string;
                    /**
                     * @default fact
                     * @enum {string}
                     */
                    memory_type?: "fact" | "insight" | "conversation" | "correction" | "reference" | "task" | "checkpoint" | "identity_core" | "personality_trait" | "relationship" | "strategy";
                    /** @default 0.5 */
                    importance?: number;
                    /** @default 0.8 */
                    confidence?: number;
                    /**
                     * @default direct_input
                     * @enum {string}
                     */
                    source_type?: "direct_input" | "document_upload" | "web_scrape" | "api_import" | "conversation" | "reflection" | "checkpoint" | "checkpoint_recall";
                    /**
                     * @description At most 65536 bytes as JSON.
                     * @default {}
                     */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    /** @default [] */
                    tags?: string[];
                    occurred_at?: (string) | null;
                    valid_from?: (string) | null;
                    valid_until?: (string) | null;
                    expires_at?: (string) | null;
                    ttl_seconds?: number;
                    /** @default false */
                    pinned?: boolean;
                    /** @default false */
                    check_similar?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    /** @description Identifies the state of the object, for If-Match and If-None-Match. */
                    etag?: string;
                    /** @description Position of the change. A later request can wait until its results include the change. */
                    "x-loci-position"?: string;
                    /** @description Present with wait_for=searchable. True if searches find the change. */
                    "x-loci-searchable"?: "true" | "false";
                    /** @description Present if the response was stored by an earlier request with the same idempotency key. */
                    "idempotency-replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** Format: uuid */
                            id: string;
                            content: string;
                            /** @enum {string} */
                            memory_type: "fact" | "insight" | "conversation" | "correction" | "reference" | "task" | "checkpoint" | "identity_core" | "personality_trait" | "relationship" | "strategy";
                            importance: number;
                            confidence: number;
                            surprise_score: number;
                            /** @enum {string} */
                            source_type: "direct_input" | "document_upload" | "web_scrape" | "api_import" | "conversation" | "reflection" | "checkpoint" | "checkpoint_recall";
                            user_id: string;
                            access_count: number;
                            last_accessed: string | null;
                            created_at: string;
                            occurred_at: string;
                            updated_at: string;
                            metadata: {
                                [key: string]: unknown;
                            };
                            /** @enum {string} */
                            embedding_status: "pending" | "completed" | "failed";
                            relationships: {
                                /** Format: uuid */
                                id: string;
                                /** Format: uuid */
                                from_id: string;
                                /** Format: uuid */
                                to_id: string;
                                /** @enum {string} */
                                relationship_type: "supersedes" | "updates" | "evolution_of" | "supports" | "contradicts" | "disputes" | "parent_of" | "child_of" | "sibling_of" | "composed_of" | "part_of" | "causes" | "influenced_by" | "prerequisite_for" | "implements" | "documents" | "tests" | "example_of" | "responds_to" | "references" | "inspired_by" | "follows" | "precedes" | "depends_on";
                                /** @enum {string} */
                                direction_type: "DIRECTED" | "BIDIRECTIONAL" | "INVERSE_PAIRED";
                                strength: number;
                                confidence: number;
                                created_at: string;
                            }[];
                            tags: string[];
                            /** @enum {string} */
                            lifecycle_state: "active" | "evolved" | "deprecated";
                            version: number;
                            is_active: boolean;
                            valid_from: string | null;
                            valid_until: string | null;
                            /** @enum {string} */
                            validity: "current" | "superseded" | "expired" | "future";
                            expires_at: string | null;
                            pinned: boolean;
                            similar?: {
                                /** Format: uuid */
                                id: string;
                                /** @enum {string} */
                                kind: "duplicate" | "contradiction";
                                score: number;
                                content: string;
                                evidence: {
                                    cosine: number;
                                    shared_terms: number;
                                    difference: ("negation" | "number" | "date" | "antonym" | "order" | "value") | null;
                                };
                            }[] | null;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_ALREADY_EXISTS, BIZ_QUOTA_EXCEEDED, BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_memories_bulk: {
        parameters: {
            query?: {
                wait_for?: "searchable";
                wait_ms?: number;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: string;
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
                "application/json": {
                    memories: {
                        content: string;
                        /**
                         * @default fact
                         * @enum {string}
                         */
                        memory_type?: "fact" | "insight" | "conversation" | "correction" | "reference" | "task" | "checkpoint" | "identity_core" | "personality_trait" | "relationship" | "strategy";
                        /** @default 0.5 */
                        importance?: number;
                        /** @default 0.8 */
                        confidence?: number;
                        /**
                         * @default direct_input
                         * @enum {string}
                         */
                        source_type?: "direct_input" | "document_upload" | "web_scrape" | "api_import" | "conversation" | "reflection" | "checkpoint" | "checkpoint_recall";
                        /**
                         * @description At most 65536 bytes as JSON.
                         * @default {}
                         */
                        metadata?: {
                            [key: string]: unknown;
                        };
                        /** @default [] */
                        tags?: string[];
                        occurred_at?: (string) | null;
                        valid_from?: (string) | null;
                        valid_until?: (string) | null;
                        expires_at?: (string) | null;
                        ttl_seconds?: number;
                        /** @default false */
                        pinned?: boolean;
                    }[];
                    /** @default false */
                    atomic?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Position of the change. A later request can wait until its results include the change. */
                    "x-loci-position"?: string;
                    /** @description Present with wait_for=searchable. True if searches find the change. */
                    "x-loci-searchable"?: "true" | "false";
                    /** @description Present if the response was stored by an earlier request with the same idempotency key. */
                    "idempotency-replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            created: number;
                            failed: number;
                            results: ({
                                index: number;
                                /** @constant */
                                status: "created";
                                /** Format: uuid */
                                id: string;
                            } | {
                                index: number;
                                /** @constant */
                                status: "failed";
                                error: {
                                    code: string;
                                    message: string;
                                    details: {
                                        [key: string]: unknown;
                                    } | null;
                                    field_errors: {
                                        [key: string]: string[];
                                    } | null;
                                };
                            })[];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description Success. */
            201: {
                headers: {
                    /** @description Position of the change. A later request can wait until its results include the change. */
                    "x-loci-position"?: string;
                    /** @description Present with wait_for=searchable. True if searches find the change. */
                    "x-loci-searchable"?: "true" | "false";
                    /** @description Present if the response was stored by an earlier request with the same idempotency key. */
                    "idempotency-replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            created: number;
                            failed: number;
                            results: ({
                                index: number;
                                /** @constant */
                                status: "created";
                                /** Format: uuid */
                                id: string;
                            } | {
                                index: number;
                                /** @constant */
                                status: "failed";
                                error: {
                                    code: string;
                                    message: string;
                                    details: {
                                        [key: string]: unknown;
                                    } | null;
                                    field_errors: {
                                        [key: string]: string[];
                                    } | null;
                                };
                            })[];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_ALREADY_EXISTS, BIZ_QUOTA_EXCEEDED, BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_memories_memory_id: {
        parameters: {
            query?: {
                include_inactive?: boolean;
                as_of?: string;
                known_at?: string;
                wait_ms?: number;
                require_fresh?: boolean;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
                /** @description ETag of an earlier response. The response is 304 if the object still has this ETag. */
                "If-None-Match"?: string;
            };
            path: {
                memory_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Identifies the state of the object, for If-Match and If-None-Match. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** Format: uuid */
                            id: string;
                            content: string;
                            /** @enum {string} */
                            memory_type: "fact" | "insight" | "conversation" | "correction" | "reference" | "task" | "checkpoint" | "identity_core" | "personality_trait" | "relationship" | "strategy";
                            importance: number;
                            confidence: number;
                            surprise_score: number | null;
                            /** @enum {string} */
                            source_type: "direct_input" | "document_upload" | "web_scrape" | "api_import" | "conversation" | "reflection" | "checkpoint" | "checkpoint_recall";
                            user_id: string;
                            access_count: number | null;
                            last_accessed: string | null;
                            created_at: string;
                            occurred_at: string;
                            updated_at: string;
                            metadata: {
                                [key: string]: unknown;
                            };
                            embedding_status: ("pending" | "completed" | "failed") | null;
                            relationships: {
                                /** Format: uuid */
                                id: string;
                                /** Format: uuid */
                                from_id: string;
                                /** Format: uuid */
                                to_id: string;
                                /** @enum {string} */
                                relationship_type: "supersedes" | "updates" | "evolution_of" | "supports" | "contradicts" | "disputes" | "parent_of" | "child_of" | "sibling_of" | "composed_of" | "part_of" | "causes" | "influenced_by" | "prerequisite_for" | "implements" | "documents" | "tests" | "example_of" | "responds_to" | "references" | "inspired_by" | "follows" | "precedes" | "depends_on";
                                /** @enum {string} */
                                direction_type: "DIRECTED" | "BIDIRECTIONAL" | "INVERSE_PAIRED";
                                strength: number;
                                confidence: number;
                                created_at: string;
                            }[] | null;
                            tags: string[];
                            /** @enum {string} */
                            lifecycle_state: "active" | "evolved" | "deprecated";
                            version: number;
                            is_active: boolean;
                            valid_from: string | null;
                            valid_until: string | null;
                            /** @enum {string} */
                            validity: "current" | "superseded" | "expired" | "future";
                            expires_at: string | null;
                            pinned: boolean;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description The object still has an ETag of `If-None-Match`. The response has no body. */
            304: {
                headers: {
                    /** @description Identifies the state of the object, for If-Match and If-None-Match. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_NOT_FRESH, SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put_memories_memory_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: string;
                /** @description ETag that the client has read, or *. The request fails with 412 if the object has another ETag now. */
                "If-Match"?: string;
            };
            path: {
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
                "application/json": {
                    content?: string;
                    /** @enum {string} */
                    memory_type?: "fact" | "insight" | "conversation" | "correction" | "reference" | "task" | "checkpoint" | "identity_core" | "personality_trait" | "relationship" | "strategy";
                    importance?: number;
                    confidence?: number;
                    metadata?: {
                        [key: string]: unknown;
                    } | null;
                    tags?: string[] | null;
                    occurred_at?: (string) | null;
                    valid_from?: (string) | null;
                    valid_until?: (string) | null;
                    expires_at?: (string) | null;
                    ttl_seconds?: number;
                    pinned?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Identifies the state of the object, for If-Match and If-None-Match. */
                    etag?: string;
                    /** @description Position of the change. A later request can wait until its results include the change. */
                    "x-loci-position"?: string;
                    /** @description Present if the response was stored by an earlier request with the same idempotency key. */
                    "idempotency-replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** Format: uuid */
                            id: string;
                            content: string;
                            /** @enum {string} */
                            memory_type: "fact" | "insight" | "conversation" | "correction" | "reference" | "task" | "checkpoint" | "identity_core" | "personality_trait" | "relationship" | "strategy";
                            importance: number;
                            confidence: number;
                            surprise_score: number;
                            /** @enum {string} */
                            source_type: "direct_input" | "document_upload" | "web_scrape" | "api_import" | "conversation" | "reflection" | "checkpoint" | "checkpoint_recall";
                            user_id: string;
                            access_count: number;
                            last_accessed: string | null;
                            created_at: string;
                            occurred_at: string;
                            updated_at: string;
                            metadata: {
                                [key: string]: unknown;
                            };
                            /** @enum {string} */
                            embedding_status: "pending" | "completed" | "failed";
                            relationships: {
                                /** Format: uuid */
                                id: string;
                                /** Format: uuid */
                                from_id: string;
                                /** Format: uuid */
                                to_id: string;
                                /** @enum {string} */
                                relationship_type: "supersedes" | "updates" | "evolution_of" | "supports" | "contradicts" | "disputes" | "parent_of" | "child_of" | "sibling_of" | "composed_of" | "part_of" | "causes" | "influenced_by" | "prerequisite_for" | "implements" | "documents" | "tests" | "example_of" | "responds_to" | "references" | "inspired_by" | "follows" | "precedes" | "depends_on";
                                /** @enum {string} */
                                direction_type: "DIRECTED" | "BIDIRECTIONAL" | "INVERSE_PAIRED";
                                strength: number;
                                confidence: number;
                                created_at: string;
                            }[];
                            tags: string[];
                            /** @enum {string} */
                            lifecycle_state: "active" | "evolved" | "deprecated";
                            version: number;
                            is_active: boolean;
                            valid_from: string | null;
                            valid_until: string | null;
                            /** @enum {string} */
                            validity: "current" | "superseded" | "expired" | "future";
                            expires_at: string | null;
                            pinned: boolean;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_ALREADY_EXISTS, BIZ_QUOTA_EXCEEDED, BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_PRECONDITION_FAILED */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_memories_memory_id: {
        parameters: {
            query?: {
                erase?: boolean;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: string;
                /** @description ETag that the client has read, or *. The request fails with 412 if the object has another ETag now. */
                "If-Match"?: string;
            };
            path: {
                memory_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Position of the change. A later request can wait until its results include the change. */
                    "x-loci-position"?: string;
                    /** @description Present if the response was stored by an earlier request with the same idempotency key. */
                    "idempotency-replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** Format: uuid */
                            id: string;
                            /** @constant */
                            deleted: true;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_PRECONDITION_FAILED */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_memories_memory_id_history: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
                cursor?: string;
                wait_ms?: number;
                require_fresh?: boolean;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
            };
            path: {
                memory_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            current: {
                                /** Format: uuid */
                                id: string;
                                content: string;
                                /** @enum {string} */
                                memory_type: "fact" | "insight" | "conversation" | "correction" | "reference" | "task" | "checkpoint" | "identity_core" | "personality_trait" | "relationship" | "strategy";
                                importance: number;
                                confidence: number;
                                created_at: string;
                                updated_at: string;
                            };
                            history: {
                                /** Format: uuid */
                                id: string;
                                version: number;
                                content: string;
                                created_at: string;
                                /** @enum {string} */
                                lifecycle_state: "active" | "evolved" | "deprecated";
                                is_active: boolean;
                            }[];
                            total_versions: number;
                            /** @description True if the size limit omitted items. Continue with next_cursor. */
                            truncated: boolean;
                            /** @description Cursor of the next items. Null at the end. */
                            next_cursor: string | null;
                        };
                        metadata?: {
                            /** Format: uuid */
                            memory_id: string;
                            versions_count: number;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_NOT_FRESH, SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_memories_memory_id_evolve: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: string;
                /** @description ETag that the client has read, or *. The request fails with 412 if the object has another ETag now. */
                "If-Match"?: string;
            };
            path: {
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
                "application/json": {
                    new_content: string;
                    /** @enum {string} */
                    evolution_type: "correction" | "update" | "expansion" | "contradiction" | "deprecation";
                    reason?: string | null;
                    valid_from?: (string) | null;
                    valid_until?: (string) | null;
                    /**
                     * @default close
                     * @enum {string}
                     */
                    original_validity?: "close" | "keep";
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    /** @description Position of the change. A later request can wait until its results include the change. */
                    "x-loci-position"?: string;
                    /** @description Present if the response was stored by an earlier request with the same idempotency key. */
                    "idempotency-replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** Format: uuid */
                            original_memory_id: string;
                            /** Format: uuid */
                            new_memory_id: string;
                            /** Format: uuid */
                            evolution_id: string;
                            /** @enum {string} */
                            evolution_type: "correction" | "update" | "expansion" | "contradiction" | "deprecation";
                            version: number;
                            created_at: string;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_ALREADY_EXISTS, BIZ_QUOTA_EXCEEDED, BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_PRECONDITION_FAILED */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_memories_memory_id_revisions: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                memory_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            revisions: {
                                /** Format: uuid */
                                id: string;
                                content: string;
                                /** @enum {string} */
                                memory_type: "fact" | "insight" | "conversation" | "correction" | "reference" | "task" | "checkpoint" | "identity_core" | "personality_trait" | "relationship" | "strategy";
                                importance: number;
                                confidence: number;
                                /** @enum {string} */
                                source_type: "direct_input" | "document_upload" | "web_scrape" | "api_import" | "conversation" | "reflection" | "checkpoint" | "checkpoint_recall";
                                user_id: string;
                                created_at: string;
                                occurred_at: string;
                                metadata: {
                                    [key: string]: unknown;
                                };
                                tags: string[];
                                /** @enum {string} */
                                lifecycle_state: "active" | "evolved" | "deprecated";
                                version: number;
                                is_active: boolean;
                                valid_from: string | null;
                                valid_until: string | null;
                                expires_at: string | null;
                                pinned: boolean;
                                revision: number;
                                /** @enum {string} */
                                change: "created" | "updated" | "superseded";
                                recorded_at: string;
                                recorded_until: string | null;
                                recorded_by: string;
                            }[];
                            /** @description True if the size limit omitted items. Continue with next_cursor. */
                            truncated: boolean;
                            /** @description Cursor of the next items. Null at the end. */
                            next_cursor: string | null;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_memories_contradictions: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: string;
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
                "application/json": {
                    /** Format: uuid */
                    source_memory_id: string;
                    /** Format: uuid */
                    target_memory_id: string;
                    /** @enum {string} */
                    contradiction_type: "direct" | "partial" | "contextual";
                    /** @default 0.8 */
                    confidence?: number;
                    /**
                     * @description At most 65536 bytes as JSON.
                     * @default {}
                     */
                    metadata?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    /** @description Position of the change. A later request can wait until its results include the change. */
                    "x-loci-position"?: string;
                    /** @description Present if the response was stored by an earlier request with the same idempotency key. */
                    "idempotency-replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** Format: uuid */
                            id: string;
                            /** Format: uuid */
                            source_memory_id: string;
                            /** Format: uuid */
                            target_memory_id: string;
                            /** @enum {string} */
                            contradiction_type: "direct" | "partial" | "contextual";
                            /** @enum {string} */
                            resolution_status: "unresolved" | "resolved" | "accepted";
                            confidence: number;
                            metadata: {
                                [key: string]: unknown;
                            };
                            detected_at: string;
                            detected_by: string;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_ALREADY_EXISTS, BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_memories_memory_id_contradictions: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
                cursor?: string;
                wait_ms?: number;
                require_fresh?: boolean;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
            };
            path: {
                memory_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            contradictions: {
                                /** Format: uuid */
                                id: string;
                                /** Format: uuid */
                                source_memory_id: string;
                                /** Format: uuid */
                                target_memory_id: string;
                                /** @enum {string} */
                                contradiction_type: "direct" | "partial" | "contextual";
                                /** @enum {string} */
                                resolution_status: "unresolved" | "resolved" | "accepted";
                                confidence: number;
                                detected_at: string;
                            }[];
                            /** @description True if the size limit omitted items. Continue with next_cursor. */
                            truncated: boolean;
                            /** @description Cursor of the next items. Null at the end. */
                            next_cursor: string | null;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_NOT_FRESH, SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_memories_contradictions_contradiction_id_resolve: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: string;
            };
            path: {
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
                "application/json": {
                    /** @enum {string} */
                    resolution: "create_new" | "choose_memory_1" | "choose_memory_2" | "keep_both";
                    new_content?: string | null;
                    reason?: string | null;
                    /** @default false */
                    close_validity?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Position of the change. A later request can wait until its results include the change. */
                    "x-loci-position"?: string;
                    /** @description Present if the response was stored by an earlier request with the same idempotency key. */
                    "idempotency-replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** Format: uuid */
                            id: string;
                            /** Format: uuid */
                            source_memory_id: string;
                            /** Format: uuid */
                            target_memory_id: string;
                            /** @enum {string} */
                            contradiction_type: "direct" | "partial" | "contextual";
                            /** @enum {string} */
                            resolution_status: "unresolved" | "resolved" | "accepted";
                            confidence: number;
                            metadata: {
                                [key: string]: unknown;
                            };
                            detected_at: string;
                            detected_by: string;
                            resolution: ("create_new" | "choose_memory_1" | "choose_memory_2" | "keep_both") | null;
                            reason: string | null;
                            resolved_at: string | null;
                            resolved_by: string | null;
                            new_memory_id: string | null;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_ALREADY_EXISTS, BIZ_QUOTA_EXCEEDED, BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_suggestions: {
        parameters: {
            query?: {
                status?: "open" | "resolved" | "dismissed";
                /** @example contradiction */
                kind?: "duplicate" | "contradiction";
                memory_id?: string;
                /** @example 10 */
                limit?: number;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            items: {
                                /** Format: uuid */
                                id: string;
                                /** @enum {string} */
                                kind: "duplicate" | "contradiction";
                                score: number;
                                evidence: {
                                    cosine: number;
                                    shared_terms: number;
                                    difference: ("negation" | "number" | "date" | "antonym" | "order" | "value") | null;
                                };
                                /** @enum {string} */
                                status: "open" | "resolved" | "dismissed";
                                detected_at: string;
                                memory: {
                                    /** Format: uuid */
                                    id: string;
                                    content: string;
                                    created_at: string;
                                };
                                other: {
                                    /** Format: uuid */
                                    id: string;
                                    content: string;
                                    created_at: string;
                                };
                                resolution: {
                                    /** @enum {string} */
                                    action: "merge" | "supersede" | "relate" | "dismiss";
                                    result_id: string | null;
                                    resolved_at: string;
                                    resolved_by: string;
                                } | null;
                            }[];
                            /** @description True if the size limit omitted items. Continue with next_cursor. */
                            truncated: boolean;
                            /** @description Cursor of the next items. Null at the end. */
                            next_cursor: string | null;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_settings_retention: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            defaults: {
                                /** @enum {string} */
                                memory_type: "fact" | "insight" | "conversation" | "correction" | "reference" | "task" | "checkpoint" | "relationship" | "strategy";
                                ttl_seconds: number;
                            }[];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put_settings_retention: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: string;
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
                "application/json": {
                    defaults: {
                        /** @enum {string} */
                        memory_type: "fact" | "insight" | "conversation" | "correction" | "reference" | "task" | "checkpoint" | "relationship" | "strategy";
                        ttl_seconds: number;
                    }[];
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Position of the change. A later request can wait until its results include the change. */
                    "x-loci-position"?: string;
                    /** @description Present if the response was stored by an earlier request with the same idempotency key. */
                    "idempotency-replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            defaults: {
                                /** @enum {string} */
                                memory_type: "fact" | "insight" | "conversation" | "correction" | "reference" | "task" | "checkpoint" | "relationship" | "strategy";
                                ttl_seconds: number;
                            }[];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_memories_memory_id_tags: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                memory_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: string[];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_memories_memory_id_tags: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: string;
            };
            path: {
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
                "application/json": {
                    tags: string[];
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Position of the change. A later request can wait until its results include the change. */
                    "x-loci-position"?: string;
                    /** @description Present if the response was stored by an earlier request with the same idempotency key. */
                    "idempotency-replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** Format: uuid */
                            memory_id: string;
                            tags: string[];
                            warnings: string[] | null;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_ALREADY_EXISTS, BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_memories_memory_id_tags: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: string;
            };
            path: {
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
                "application/json": {
                    tags: string[];
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Position of the change. A later request can wait until its results include the change. */
                    "x-loci-position"?: string;
                    /** @description Present if the response was stored by an earlier request with the same idempotency key. */
                    "idempotency-replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** Format: uuid */
                            memory_id: string;
                            tags: string[];
                            warnings: string[] | null;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_ALREADY_EXISTS, BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_tags: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            items: {
                                /** Format: uuid */
                                id: string;
                                name: string;
                                usage_count: number;
                                created_at: string;
                            }[];
                            total: number;
                            /** @description True if the size limit omitted items. Continue with next_cursor. */
                            truncated: boolean;
                            /** @description Cursor of the next items. Null at the end. */
                            next_cursor: string | null;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_tags_tag_memories: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
                cursor?: string;
                wait_ms?: number;
                require_fresh?: boolean;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
            };
            path: {
                tag: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            items: {
                                /** Format: uuid */
                                id: string;
                                content: string;
                                /** @enum {string} */
                                memory_type: "fact" | "insight" | "conversation" | "correction" | "reference" | "task" | "checkpoint" | "identity_core" | "personality_trait" | "relationship" | "strategy";
                                importance: number;
                                confidence: number;
                                surprise_score: number;
                                /** @enum {string} */
                                source_type: "direct_input" | "document_upload" | "web_scrape" | "api_import" | "conversation" | "reflection" | "checkpoint" | "checkpoint_recall";
                                user_id: string;
                                access_count: number;
                                last_accessed: string | null;
                                created_at: string;
                                occurred_at: string;
                                updated_at: string;
                                metadata: {
                                    [key: string]: unknown;
                                };
                                /** @enum {string} */
                                embedding_status: "pending" | "completed" | "failed";
                                relationships: {
                                    /** Format: uuid */
                                    id: string;
                                    /** Format: uuid */
                                    from_id: string;
                                    /** Format: uuid */
                                    to_id: string;
                                    /** @enum {string} */
                                    relationship_type: "supersedes" | "updates" | "evolution_of" | "supports" | "contradicts" | "disputes" | "parent_of" | "child_of" | "sibling_of" | "composed_of" | "part_of" | "causes" | "influenced_by" | "prerequisite_for" | "implements" | "documents" | "tests" | "example_of" | "responds_to" | "references" | "inspired_by" | "follows" | "precedes" | "depends_on";
                                    /** @enum {string} */
                                    direction_type: "DIRECTED" | "BIDIRECTIONAL" | "INVERSE_PAIRED";
                                    strength: number;
                                    confidence: number;
                                    created_at: string;
                                }[];
                                tags: string[];
                                /** @enum {string} */
                                lifecycle_state: "active" | "evolved" | "deprecated";
                                version: number;
                                is_active: boolean;
                                valid_from: string | null;
                                valid_until: string | null;
                                /** @enum {string} */
                                validity: "current" | "superseded" | "expired" | "future";
                                expires_at: string | null;
                                pinned: boolean;
                            }[];
                            pagination: {
                                page: number;
                                per_page: number;
                                total: number;
                                /** @description False if the list has more than total items. */
                                total_is_exact: boolean;
                                pages: number;
                                /** @description True if the size limit omitted items. Continue with next_cursor. */
                                truncated: boolean;
                                /** @description Cursor of the next items. Null at the end. */
                                next_cursor: string | null;
                            };
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_NOT_FRESH, SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_usage_memories: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            used_bytes: number;
                            quota_bytes: number | null;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_relationships: {
        parameters: {
            query?: {
                page?: number;
                /** @example 10 */
                per_page?: number;
                cursor?: string;
                from_id?: string;
                to_id?: string;
                /** @example 01890a5d-ac96-774b-bcce-b302099a8057 */
                memory_id?: string;
                relationship_type?: "supersedes" | "updates" | "evolution_of" | "supports" | "contradicts" | "disputes" | "parent_of" | "child_of" | "sibling_of" | "composed_of" | "part_of" | "causes" | "influenced_by" | "prerequisite_for" | "implements" | "documents" | "tests" | "example_of" | "responds_to" | "references" | "inspired_by" | "follows" | "precedes" | "depends_on";
                include?: string;
                include_inactive?: boolean;
                as_of?: string;
                known_at?: string;
                wait_ms?: number;
                require_fresh?: boolean;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            items: {
                                /** Format: uuid */
                                id: string;
                                /** Format: uuid */
                                from_id: string;
                                /** Format: uuid */
                                to_id: string;
                                /** @enum {string} */
                                relationship_type: "supersedes" | "updates" | "evolution_of" | "supports" | "contradicts" | "disputes" | "parent_of" | "child_of" | "sibling_of" | "composed_of" | "part_of" | "causes" | "influenced_by" | "prerequisite_for" | "implements" | "documents" | "tests" | "example_of" | "responds_to" | "references" | "inspired_by" | "follows" | "precedes" | "depends_on";
                                /** @enum {string} */
                                direction_type: "DIRECTED" | "BIDIRECTIONAL" | "INVERSE_PAIRED";
                                inverse_type: ("supersedes" | "updates" | "evolution_of" | "supports" | "contradicts" | "disputes" | "parent_of" | "child_of" | "sibling_of" | "composed_of" | "part_of" | "causes" | "influenced_by" | "prerequisite_for" | "implements" | "documents" | "tests" | "example_of" | "responds_to" | "references" | "inspired_by" | "follows" | "precedes" | "depends_on") | null;
                                inverse_relationship_id: string | null;
                                strength: number;
                                confidence: number;
                                evidence: {
                                    [key: string]: unknown;
                                };
                                traversal_properties: {
                                    [key: string]: unknown;
                                };
                                metadata: {
                                    [key: string]: unknown;
                                };
                                created_at: string;
                                updated_at: string;
                                is_active: boolean;
                                valid_from: string | null;
                                valid_until: string | null;
                                /** @enum {string} */
                                validity: "current" | "superseded" | "expired" | "future";
                            }[];
                            pagination: {
                                page: number;
                                per_page: number;
                                total: number;
                                /** @description False if the list has more than total items. */
                                total_is_exact: boolean;
                                pages: number;
                                has_next: boolean;
                                has_prev: boolean;
                                /** @description True if the size limit omitted items. Continue with next_cursor. */
                                truncated: boolean;
                                /** @description Cursor of the next items. Null at the end. */
                                next_cursor: string | null;
                            };
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_NOT_FRESH, SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_relationships: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: string;
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
                "application/json": {
                    /** Format: uuid */
                    from_id: string;
                    /** Format: uuid */
                    to_id: string;
                    /** @enum {string} */
                    relationship_type: "supersedes" | "updates" | "evolution_of" | "supports" | "contradicts" | "disputes" | "parent_of" | "child_of" | "sibling_of" | "composed_of" | "part_of" | "causes" | "influenced_by" | "prerequisite_for" | "implements" | "documents" | "tests" | "example_of" | "responds_to" | "references" | "inspired_by" | "follows" | "precedes" | "depends_on";
                    /**
                     * @default DIRECTED
                     * @enum {string}
                     */
                    direction_type?: "DIRECTED" | "BIDIRECTIONAL" | "INVERSE_PAIRED";
                    inverse_type?: ("supersedes" | "updates" | "evolution_of" | "supports" | "contradicts" | "disputes" | "parent_of" | "child_of" | "sibling_of" | "composed_of" | "part_of" | "causes" | "influenced_by" | "prerequisite_for" | "implements" | "documents" | "tests" | "example_of" | "responds_to" | "references" | "inspired_by" | "follows" | "precedes" | "depends_on") | null;
                    /** @default 0.5 */
                    strength?: number;
                    /** @default 0.8 */
                    confidence?: number;
                    /**
                     * @description At most 65536 bytes as JSON.
                     * @default {}
                     */
                    evidence?: {
                        [key: string]: unknown;
                    };
                    /**
                     * @description At most 65536 bytes as JSON.
                     * @default {}
                     */
                    traversal_properties?: {
                        [key: string]: unknown;
                    };
                    /**
                     * @description At most 65536 bytes as JSON.
                     * @default {}
                     */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    valid_from?: (string) | null;
                    valid_until?: (string) | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    /** @description Position of the change. A later request can wait until its results include the change. */
                    "x-loci-position"?: string;
                    /** @description Present if the response was stored by an earlier request with the same idempotency key. */
                    "idempotency-replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** Format: uuid */
                            id: string;
                            /** Format: uuid */
                            from_id: string;
                            /** Format: uuid */
                            to_id: string;
                            /** @enum {string} */
                            relationship_type: "supersedes" | "updates" | "evolution_of" | "supports" | "contradicts" | "disputes" | "parent_of" | "child_of" | "sibling_of" | "composed_of" | "part_of" | "causes" | "influenced_by" | "prerequisite_for" | "implements" | "documents" | "tests" | "example_of" | "responds_to" | "references" | "inspired_by" | "follows" | "precedes" | "depends_on";
                            /** @enum {string} */
                            direction_type: "DIRECTED" | "BIDIRECTIONAL" | "INVERSE_PAIRED";
                            inverse_type: ("supersedes" | "updates" | "evolution_of" | "supports" | "contradicts" | "disputes" | "parent_of" | "child_of" | "sibling_of" | "composed_of" | "part_of" | "causes" | "influenced_by" | "prerequisite_for" | "implements" | "documents" | "tests" | "example_of" | "responds_to" | "references" | "inspired_by" | "follows" | "precedes" | "depends_on") | null;
                            inverse_relationship_id: string | null;
                            strength: number;
                            confidence: number;
                            evidence: {
                                [key: string]: unknown;
                            };
                            traversal_properties: {
                                [key: string]: unknown;
                            };
                            metadata: {
                                [key: string]: unknown;
                            };
                            created_at: string;
                            updated_at: string;
                            is_active: boolean;
                            valid_from: string | null;
                            valid_until: string | null;
                            /** @enum {string} */
                            validity: "current" | "superseded" | "expired" | "future";
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_ALREADY_EXISTS, BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_relationships_bulk: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: string;
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
                "application/json": {
                    /** Format: uuid */
                    from_id: string;
                    /** Format: uuid */
                    to_id: string;
                    /** @enum {string} */
                    relationship_type: "supersedes" | "updates" | "evolution_of" | "supports" | "contradicts" | "disputes" | "parent_of" | "child_of" | "sibling_of" | "composed_of" | "part_of" | "causes" | "influenced_by" | "prerequisite_for" | "implements" | "documents" | "tests" | "example_of" | "responds_to" | "references" | "inspired_by" | "follows" | "precedes" | "depends_on";
                    /**
                     * @default DIRECTED
                     * @enum {string}
                     */
                    direction_type?: "DIRECTED" | "BIDIRECTIONAL" | "INVERSE_PAIRED";
                    inverse_type?: ("supersedes" | "updates" | "evolution_of" | "supports" | "contradicts" | "disputes" | "parent_of" | "child_of" | "sibling_of" | "composed_of" | "part_of" | "causes" | "influenced_by" | "prerequisite_for" | "implements" | "documents" | "tests" | "example_of" | "responds_to" | "references" | "inspired_by" | "follows" | "precedes" | "depends_on") | null;
                    /** @default 0.5 */
                    strength?: number;
                    /** @default 0.8 */
                    confidence?: number;
                    /**
                     * @description At most 65536 bytes as JSON.
                     * @default {}
                     */
                    evidence?: {
                        [key: string]: unknown;
                    };
                    /**
                     * @description At most 65536 bytes as JSON.
                     * @default {}
                     */
                    traversal_properties?: {
                        [key: string]: unknown;
                    };
                    /**
                     * @description At most 65536 bytes as JSON.
                     * @default {}
                     */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    valid_from?: (string) | null;
                    valid_until?: (string) | null;
                }[];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    /** @description Position of the change. A later request can wait until its results include the change. */
                    "x-loci-position"?: string;
                    /** @description Present if the response was stored by an earlier request with the same idempotency key. */
                    "idempotency-replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            created: {
                                /** Format: uuid */
                                id: string;
                                /** Format: uuid */
                                from_id: string;
                                /** Format: uuid */
                                to_id: string;
                                /** @enum {string} */
                                relationship_type: "supersedes" | "updates" | "evolution_of" | "supports" | "contradicts" | "disputes" | "parent_of" | "child_of" | "sibling_of" | "composed_of" | "part_of" | "causes" | "influenced_by" | "prerequisite_for" | "implements" | "documents" | "tests" | "example_of" | "responds_to" | "references" | "inspired_by" | "follows" | "precedes" | "depends_on";
                                /** @enum {string} */
                                direction_type: "DIRECTED" | "BIDIRECTIONAL" | "INVERSE_PAIRED";
                                inverse_type: ("supersedes" | "updates" | "evolution_of" | "supports" | "contradicts" | "disputes" | "parent_of" | "child_of" | "sibling_of" | "composed_of" | "part_of" | "causes" | "influenced_by" | "prerequisite_for" | "implements" | "documents" | "tests" | "example_of" | "responds_to" | "references" | "inspired_by" | "follows" | "precedes" | "depends_on") | null;
                                inverse_relationship_id: string | null;
                                strength: number;
                                confidence: number;
                                evidence: {
                                    [key: string]: unknown;
                                };
                                traversal_properties: {
                                    [key: string]: unknown;
                                };
                                metadata: {
                                    [key: string]: unknown;
                                };
                                created_at: string;
                                updated_at: string;
                                is_active: boolean;
                                valid_from: string | null;
                                valid_until: string | null;
                                /** @enum {string} */
                                validity: "current" | "superseded" | "expired" | "future";
                            }[];
                            updated: {
                                /** Format: uuid */
                                id: string;
                                /** Format: uuid */
                                from_id: string;
                                /** Format: uuid */
                                to_id: string;
                                /** @enum {string} */
                                relationship_type: "supersedes" | "updates" | "evolution_of" | "supports" | "contradicts" | "disputes" | "parent_of" | "child_of" | "sibling_of" | "composed_of" | "part_of" | "causes" | "influenced_by" | "prerequisite_for" | "implements" | "documents" | "tests" | "example_of" | "responds_to" | "references" | "inspired_by" | "follows" | "precedes" | "depends_on";
                                /** @enum {string} */
                                direction_type: "DIRECTED" | "BIDIRECTIONAL" | "INVERSE_PAIRED";
                                inverse_type: ("supersedes" | "updates" | "evolution_of" | "supports" | "contradicts" | "disputes" | "parent_of" | "child_of" | "sibling_of" | "composed_of" | "part_of" | "causes" | "influenced_by" | "prerequisite_for" | "implements" | "documents" | "tests" | "example_of" | "responds_to" | "references" | "inspired_by" | "follows" | "precedes" | "depends_on") | null;
                                inverse_relationship_id: string | null;
                                strength: number;
                                confidence: number;
                                evidence: {
                                    [key: string]: unknown;
                                };
                                traversal_properties: {
                                    [key: string]: unknown;
                                };
                                metadata: {
                                    [key: string]: unknown;
                                };
                                created_at: string;
                                updated_at: string;
                                is_active: boolean;
                                valid_from: string | null;
                                valid_until: string | null;
                                /** @enum {string} */
                                validity: "current" | "superseded" | "expired" | "future";
                            }[];
                            deleted: string[];
                            errors: {
                                index: number;
                                code: string;
                                message: string;
                            }[];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_ALREADY_EXISTS, BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_relationships_traverse: {
        parameters: {
            query?: {
                wait_ms?: number;
                require_fresh?: boolean;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
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
                "application/json": {
                    /** Format: uuid */
                    start_memory_id: string;
                    /** @default 3 */
                    max_depth?: number;
                    /**
                     * @default ANY
                     * @enum {string}
                     */
                    direction?: "OUTBOUND" | "INBOUND" | "ANY";
                    relationship_types?: ("supersedes" | "updates" | "evolution_of" | "supports" | "contradicts" | "disputes" | "parent_of" | "child_of" | "sibling_of" | "composed_of" | "part_of" | "causes" | "influenced_by" | "prerequisite_for" | "implements" | "documents" | "tests" | "example_of" | "responds_to" | "references" | "inspired_by" | "follows" | "precedes" | "depends_on")[] | null;
                    /** @default true */
                    include_scores?: boolean;
                    include?: ("superseded" | "expired" | "future")[] | null;
                    /** @default false */
                    include_inactive?: boolean;
                    as_of?: (string) | null;
                    known_at?: (string) | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            paths: {
                                nodes: string[];
                                relationships: string[];
                                total_score: number | null;
                                path_metadata: {
                                    depth: number;
                                    /** Format: uuid */
                                    start_node: string;
                                    /** @enum {string} */
                                    direction: "OUTBOUND" | "INBOUND" | "ANY";
                                };
                            }[];
                            nodes: {
                                /** Format: uuid */
                                id: string;
                                version: number | null;
                                is_active: boolean;
                                /** @enum {string} */
                                validity: "current" | "superseded" | "expired" | "future";
                            }[];
                            visited_chunks: string[];
                            max_depth_reached: number;
                            total_paths_found: number;
                            truncated: boolean;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE, SYS_NOT_FRESH */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_relationships_between: {
        parameters: {
            query: {
                /** @example 01890a5d-ac96-774b-bcce-b302099a8057 */
                from_id: string;
                /** @example 01890a5d-ac96-774b-bcce-b302099a8058 */
                to_id: string;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Position of the change. A later request can wait until its results include the change. */
                    "x-loci-position"?: string;
                    /** @description Present if the response was stored by an earlier request with the same idempotency key. */
                    "idempotency-replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** Format: uuid */
                            from_id: string;
                            /** Format: uuid */
                            to_id: string;
                            deleted: number;
                            deleted_ids: string[];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_relationships_relationship_id: {
        parameters: {
            query?: {
                as_of?: string;
                known_at?: string;
                wait_ms?: number;
                require_fresh?: boolean;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
            };
            path: {
                relationship_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** Format: uuid */
                            id: string;
                            /** Format: uuid */
                            from_id: string;
                            /** Format: uuid */
                            to_id: string;
                            /** @enum {string} */
                            relationship_type: "supersedes" | "updates" | "evolution_of" | "supports" | "contradicts" | "disputes" | "parent_of" | "child_of" | "sibling_of" | "composed_of" | "part_of" | "causes" | "influenced_by" | "prerequisite_for" | "implements" | "documents" | "tests" | "example_of" | "responds_to" | "references" | "inspired_by" | "follows" | "precedes" | "depends_on";
                            /** @enum {string} */
                            direction_type: "DIRECTED" | "BIDIRECTIONAL" | "INVERSE_PAIRED";
                            inverse_type: ("supersedes" | "updates" | "evolution_of" | "supports" | "contradicts" | "disputes" | "parent_of" | "child_of" | "sibling_of" | "composed_of" | "part_of" | "causes" | "influenced_by" | "prerequisite_for" | "implements" | "documents" | "tests" | "example_of" | "responds_to" | "references" | "inspired_by" | "follows" | "precedes" | "depends_on") | null;
                            inverse_relationship_id: string | null;
                            strength: number;
                            confidence: number;
                            evidence: {
                                [key: string]: unknown;
                            };
                            traversal_properties: {
                                [key: string]: unknown;
                            };
                            metadata: {
                                [key: string]: unknown;
                            };
                            created_at: string;
                            updated_at: string;
                            is_active: boolean;
                            valid_from: string | null;
                            valid_until: string | null;
                            /** @enum {string} */
                            validity: "current" | "superseded" | "expired" | "future";
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_NOT_FRESH, SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_relationships_relationship_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: string;
            };
            path: {
                relationship_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Position of the change. A later request can wait until its results include the change. */
                    "x-loci-position"?: string;
                    /** @description Present if the response was stored by an earlier request with the same idempotency key. */
                    "idempotency-replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** Format: uuid */
                            id: string;
                            /** @constant */
                            deleted: true;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patch_relationships_relationship_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: string;
            };
            path: {
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
                "application/json": {
                    strength?: number;
                    confidence?: number;
                    /** @description At most 65536 bytes as JSON. */
                    evidence?: {
                        [key: string]: unknown;
                    };
                    valid_from?: (string) | null;
                    valid_until?: (string) | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Position of the change. A later request can wait until its results include the change. */
                    "x-loci-position"?: string;
                    /** @description Present if the response was stored by an earlier request with the same idempotency key. */
                    "idempotency-replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** Format: uuid */
                            id: string;
                            /** Format: uuid */
                            from_id: string;
                            /** Format: uuid */
                            to_id: string;
                            /** @enum {string} */
                            relationship_type: "supersedes" | "updates" | "evolution_of" | "supports" | "contradicts" | "disputes" | "parent_of" | "child_of" | "sibling_of" | "composed_of" | "part_of" | "causes" | "influenced_by" | "prerequisite_for" | "implements" | "documents" | "tests" | "example_of" | "responds_to" | "references" | "inspired_by" | "follows" | "precedes" | "depends_on";
                            /** @enum {string} */
                            direction_type: "DIRECTED" | "BIDIRECTIONAL" | "INVERSE_PAIRED";
                            inverse_type: ("supersedes" | "updates" | "evolution_of" | "supports" | "contradicts" | "disputes" | "parent_of" | "child_of" | "sibling_of" | "composed_of" | "part_of" | "causes" | "influenced_by" | "prerequisite_for" | "implements" | "documents" | "tests" | "example_of" | "responds_to" | "references" | "inspired_by" | "follows" | "precedes" | "depends_on") | null;
                            inverse_relationship_id: string | null;
                            strength: number;
                            confidence: number;
                            evidence: {
                                [key: string]: unknown;
                            };
                            traversal_properties: {
                                [key: string]: unknown;
                            };
                            metadata: {
                                [key: string]: unknown;
                            };
                            created_at: string;
                            updated_at: string;
                            is_active: boolean;
                            valid_from: string | null;
                            valid_until: string | null;
                            /** @enum {string} */
                            validity: "current" | "superseded" | "expired" | "future";
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_relationships_relationship_id_revisions: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                relationship_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            revisions: {
                                /** Format: uuid */
                                id: string;
                                /** Format: uuid */
                                from_id: string;
                                /** Format: uuid */
                                to_id: string;
                                /** @enum {string} */
                                relationship_type: "supersedes" | "updates" | "evolution_of" | "supports" | "contradicts" | "disputes" | "parent_of" | "child_of" | "sibling_of" | "composed_of" | "part_of" | "causes" | "influenced_by" | "prerequisite_for" | "implements" | "documents" | "tests" | "example_of" | "responds_to" | "references" | "inspired_by" | "follows" | "precedes" | "depends_on";
                                /** @enum {string} */
                                direction_type: "DIRECTED" | "BIDIRECTIONAL" | "INVERSE_PAIRED";
                                inverse_type: ("supersedes" | "updates" | "evolution_of" | "supports" | "contradicts" | "disputes" | "parent_of" | "child_of" | "sibling_of" | "composed_of" | "part_of" | "causes" | "influenced_by" | "prerequisite_for" | "implements" | "documents" | "tests" | "example_of" | "responds_to" | "references" | "inspired_by" | "follows" | "precedes" | "depends_on") | null;
                                inverse_relationship_id: string | null;
                                strength: number;
                                confidence: number;
                                evidence: {
                                    [key: string]: unknown;
                                };
                                traversal_properties: {
                                    [key: string]: unknown;
                                };
                                metadata: {
                                    [key: string]: unknown;
                                };
                                created_at: string;
                                is_active: boolean;
                                valid_from: string | null;
                                valid_until: string | null;
                                revision: number;
                                /** @enum {string} */
                                change: "created" | "updated" | "superseded";
                                recorded_at: string;
                                recorded_until: string | null;
                                recorded_by: string;
                            }[];
                            /** @description True if the size limit omitted items. Continue with next_cursor. */
                            truncated: boolean;
                            /** @description Cursor of the next items. Null at the end. */
                            next_cursor: string | null;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_search_vector: {
        parameters: {
            query?: {
                wait_ms?: number;
                require_fresh?: boolean;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
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
                "application/json": {
                    query: string;
                    /** @default 20 */
                    limit?: number;
                    /** @default 0 */
                    include_neighbors?: number;
                    /** @description next_cursor of a truncated response, with the same body otherwise. */
                    cursor?: string | null;
                    include?: ("superseded" | "expired" | "future")[] | null;
                    /** @description Time at which the results were true. */
                    as_of?: (string) | null;
                    /** @description Time at which the states of the results were recorded. */
                    known_at?: (string) | null;
                    tags?: string | null;
                    filters?: {
                        memory_types?: ("fact" | "insight" | "conversation" | "correction" | "reference" | "task" | "checkpoint" | "identity_core" | "personality_trait" | "relationship" | "strategy")[] | null;
                        min_importance?: number | null;
                        user_id?: string | null;
                    } | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            items: {
                                /** Format: uuid */
                                id: string;
                                content: string;
                                snippet: string;
                                score: number;
                                score_breakdown: {
                                    vector_similarity: number;
                                };
                                metadata: {
                                    memory_type: ("fact" | "insight" | "conversation" | "correction" | "reference" | "task" | "checkpoint" | "identity_core" | "personality_trait" | "relationship" | "strategy") | null;
                                    importance: number | null;
                                    confidence: number | null;
                                    /** @enum {string} */
                                    source_type: "direct_input" | "document_upload" | "web_scrape" | "api_import" | "conversation" | "reflection" | "checkpoint" | "checkpoint_recall";
                                    user_id: string;
                                    created_at: string;
                                    occurred_at: string;
                                    updated_at: string;
                                };
                                /** @enum {string} */
                                source_type: "direct_input" | "document_upload" | "web_scrape" | "api_import" | "conversation" | "reflection" | "checkpoint" | "checkpoint_recall";
                                created_at: string;
                                occurred_at: string;
                                tags: string[];
                                content_with_context: string | null;
                                chunk_index: number | null;
                                total_chunks: number | null;
                                document_id: string | null;
                                document: {
                                    /** Format: uuid */
                                    id: string;
                                    filename: string | null;
                                    title: string | null;
                                    page: number | null;
                                    section: string | null;
                                    chunk_index: number;
                                    chunk_count: number;
                                } | null;
                                text_changed_since?: boolean;
                                /** @constant */
                                validity?: "superseded";
                                superseded_by?: string | null;
                            }[];
                            query: string;
                            analyzed_query: {
                                original: string;
                                embedding_generated: boolean;
                                filters_applied: {
                                    [key: string]: unknown;
                                };
                                /** @constant */
                                search_type: "vector_similarity";
                                include_neighbors: number;
                            };
                            search_metadata: {
                                /** @constant */
                                search_method: "vector_similarity";
                                results_count: number;
                                /** @description True if the size limit omitted items. Continue with next_cursor. */
                                truncated: boolean;
                                /** @description Cursor of the next items. Null at the end. */
                                next_cursor: string | null;
                                max_results: number;
                                include_neighbors: number;
                                pending_writes: number;
                            };
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE, SYS_NOT_FRESH */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_search_stats: {
        parameters: {
            query?: {
                wait_ms?: number;
                require_fresh?: boolean;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            total_memories: number;
                            total_documents: number;
                            total_relationships: number;
                            embedding_coverage: number;
                            last_indexed: string | null;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_POSITION_INVALID, VAL_FIELD_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_NOT_FRESH, SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_documents_upload: {
        parameters: {
            query?: {
                include_chunk_ids?: boolean;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    file: string;
                    /** @description A JSON object. */
                    metadata?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Position of the change. A later request can wait until its results include the change. */
                    "x-loci-position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** Format: uuid */
                            id: string;
                            filename: string;
                            content_type: string;
                            /** @description Bytes. */
                            size: number;
                            chunk_count: number;
                            /** @enum {string} */
                            processing_status: "uploading" | "processing" | "active" | "completed" | "failed";
                            title: string | null;
                            authors: string[];
                            metadata: {
                                chunk_ids?: string[];
                                message: string;
                                /** @description Seconds. */
                                processing_time: number;
                                duplicate_upload: boolean;
                            } & {
                                [key: string]: unknown;
                            };
                            created_at: string;
                            updated_at: string;
                            embedding_progress: {
                                total: number;
                                completed: number;
                                pending: number;
                                failed: number;
                                percent_complete: number;
                            };
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description Success. */
            201: {
                headers: {
                    /** @description Position of the change. A later request can wait until its results include the change. */
                    "x-loci-position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** Format: uuid */
                            id: string;
                            filename: string;
                            content_type: string;
                            /** @description Bytes. */
                            size: number;
                            chunk_count: number;
                            /** @enum {string} */
                            processing_status: "uploading" | "processing" | "active" | "completed" | "failed";
                            title: string | null;
                            authors: string[];
                            metadata: {
                                chunk_ids?: string[];
                                message: string;
                                /** @description Seconds. */
                                processing_time: number;
                                duplicate_upload: boolean;
                            } & {
                                [key: string]: unknown;
                            };
                            created_at: string;
                            updated_at: string;
                            embedding_progress: {
                                total: number;
                                completed: number;
                                pending: number;
                                failed: number;
                                percent_complete: number;
                            };
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_QUOTA_EXCEEDED */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_REQUIRED, VAL_FIELD_TOO_LONG, VAL_FIELD_INVALID, VAL_VALIDATION_FAILED, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_documents: {
        parameters: {
            query?: {
                page?: number;
                /** @example 10 */
                per_page?: number;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            items: {
                                /** Format: uuid */
                                id: string;
                                filename: string;
                                content_type: string;
                                /** @description Bytes. */
                                size: number;
                                chunk_count: number;
                                /** @enum {string} */
                                processing_status: "uploading" | "processing" | "active" | "completed" | "failed";
                                title: string | null;
                                authors: string[];
                                metadata: {
                                    [key: string]: unknown;
                                };
                                created_at: string;
                                updated_at: string;
                                embedding_progress: {
                                    total: number;
                                    completed: number;
                                    pending: number;
                                    failed: number;
                                    percent_complete: number;
                                };
                            }[];
                            pagination: {
                                page: number;
                                per_page: number;
                                total: number;
                                /** @description False if the list has more than total items. */
                                total_is_exact: boolean;
                                pages: number;
                                has_next: boolean;
                                has_prev: boolean;
                                /** @description True if the size limit omitted items. Continue with next_cursor. */
                                truncated: boolean;
                                /** @description Cursor of the next items. Null at the end. */
                                next_cursor: string | null;
                            };
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_documents_document_id: {
        parameters: {
            query?: {
                include_chunks?: boolean;
                page?: number;
                per_page?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                document_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** Format: uuid */
                            id: string;
                            filename: string;
                            content_type: string;
                            /** @description Bytes. */
                            size: number;
                            chunk_count: number;
                            /** @enum {string} */
                            processing_status: "uploading" | "processing" | "active" | "completed" | "failed";
                            title: string | null;
                            authors: string[];
                            metadata: {
                                [key: string]: unknown;
                            };
                            created_at: string;
                            updated_at: string;
                            embedding_progress?: {
                                total: number;
                                completed: number;
                                pending: number;
                                failed: number;
                                percent_complete: number;
                            };
                            chunks?: {
                                /** Format: uuid */
                                id: string;
                                /** Format: uuid */
                                document_id: string;
                                chunk_index: number;
                                content: string;
                                start_char: number;
                                end_char: number;
                                metadata: {
                                    page?: number;
                                    section?: string;
                                    sections?: string[];
                                };
                                /** @enum {string} */
                                embedding_status: "pending" | "completed" | "failed";
                                created_at: string;
                            }[];
                            /** @description True if the size limit omitted items. Continue with next_cursor. */
                            truncated?: boolean;
                            /** @description Cursor of the next items. Null at the end. */
                            next_cursor?: string | null;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_documents_document_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: string;
            };
            path: {
                document_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Position of the change. A later request can wait until its results include the change. */
                    "x-loci-position"?: string;
                    /** @description Present if the response was stored by an earlier request with the same idempotency key. */
                    "idempotency-replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** Format: uuid */
                            id: string;
                            /** @constant */
                            deleted: true;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_documents_document_id_text: {
        parameters: {
            query?: {
                cursor?: string;
            };
            header?: never;
            path: {
                document_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** Format: uuid */
                            id: string;
                            filename: string;
                            content_type: string;
                            /** @description Bytes. */
                            size: number;
                            chunk_count: number;
                            /** @enum {string} */
                            processing_status: "uploading" | "processing" | "active" | "completed" | "failed";
                            title: string | null;
                            authors: string[];
                            metadata: {
                                [key: string]: unknown;
                            };
                            created_at: string;
                            updated_at: string;
                            text: string;
                            first_chunk_index: number | null;
                            last_chunk_index: number | null;
                            first_page: number | null;
                            last_page: number | null;
                            section: string | null;
                            /** @description Cursor of the next items. Null at the end. */
                            next_cursor: string | null;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_documents_document_id_download: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                document_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The content of the file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description A part of the file. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description The file is unchanged since the `etag` of `If-None-Match`. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_INVALID */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_documents_document_id_reprocess: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: string;
            };
            path: {
                document_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Position of the change. A later request can wait until its results include the change. */
                    "x-loci-position"?: string;
                    /** @description Present if the response was stored by an earlier request with the same idempotency key. */
                    "idempotency-replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** Format: uuid */
                            id: string;
                            filename: string;
                            content_type: string;
                            /** @description Bytes. */
                            size: number;
                            chunk_count: number;
                            /** @enum {string} */
                            processing_status: "uploading" | "processing" | "active" | "completed" | "failed";
                            title: string | null;
                            authors: string[];
                            metadata: {
                                [key: string]: unknown;
                            };
                            created_at: string;
                            updated_at: string;
                            embedding_progress: {
                                total: number;
                                completed: number;
                                pending: number;
                                failed: number;
                                percent_complete: number;
                            };
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG, VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_usage_documents: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            used_bytes: number;
                            quota_bytes: number | null;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_artifacts: {
        parameters: {
            query: {
                /** @example /notes/tea.md */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @constant */
                            success: true;
                            content: string;
                            path: string;
                            content_type: string;
                            size: number;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description VAL_FIELD_INVALID */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_artifacts: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: string;
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
                "application/json": {
                    path: string;
                    content: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    /** @description Position of the change. A later request can wait until its results include the change. */
                    "x-loci-position"?: string;
                    /** @description Present if the response was stored by an earlier request with the same idempotency key. */
                    "idempotency-replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @constant */
                            success: true;
                            message: string;
                            path: string;
                            /** Format: uuid */
                            artifact_id: string;
                            content_type: string;
                            size: number;
                            storage_path: string;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description VAL_FIELD_INVALID */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_ALREADY_EXISTS, BIZ_QUOTA_EXCEEDED, BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG, VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_artifacts: {
        parameters: {
            query: {
                /** @example /notes/tea.md */
                path: string;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Position of the change. A later request can wait until its results include the change. */
                    "x-loci-position"?: string;
                    /** @description Present if the response was stored by an earlier request with the same idempotency key. */
                    "idempotency-replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @constant */
                            success: true;
                            message: string;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description VAL_FIELD_INVALID */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_artifacts_list: {
        parameters: {
            query?: {
                /** @example /notes */
                prefix?: string;
                /** @example tea */
                name_pattern?: string;
                page?: number;
                per_page?: number;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @constant */
                            success: true;
                            path: string;
                            folders: string[];
                            files: {
                                name: string;
                                size: number;
                                content_type: string;
                                last_modified: string;
                            }[];
                            /** @description True if more files or folders follow. Continue with next_cursor. */
                            truncated: boolean;
                            /** @description Cursor of the next files and folders. Null at the end. */
                            next_cursor: string | null;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_usage_artifacts: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            used_bytes: number;
                            quota_bytes: number | null;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_analysis_reflect: {
        parameters: {
            query?: {
                wait_ms?: number;
                require_fresh?: boolean;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
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
                "application/json": {
                    /**
                     * @default recent
                     * @enum {string}
                     */
                    time_window?: "recent" | "today" | "week" | "month";
                    /** @default false */
                    include_documents?: boolean;
                    /** @default true */
                    include_patterns?: boolean;
                    /** @default true */
                    include_relationships?: boolean;
                    /** @default true */
                    include_clusters?: boolean;
                    /** @default 50 */
                    max_memories?: number;
                    start_date?: (string) | null;
                    end_date?: (string) | null;
                    /** @default 0.4 */
                    recency_weight?: number;
                    /** @default 0.3 */
                    access_weight?: number;
                    /** @default 0.2 */
                    importance_weight?: number;
                    /** @default 0.1 */
                    relationship_weight?: number;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @enum {string} */
                            time_window: "recent" | "today" | "week" | "month";
                            memories: {
                                /** Format: uuid */
                                id: string;
                                content: string;
                                /** @enum {string} */
                                memory_type: "fact" | "insight" | "conversation" | "correction" | "reference" | "task" | "checkpoint" | "identity_core" | "personality_trait" | "relationship" | "strategy";
                                importance: number;
                                access_count: number;
                                created_at: string;
                                occurred_at: string;
                                age_hours: number;
                                score: number;
                            }[];
                            active_topics: string[];
                            memory_clusters: {
                                name: string;
                                memory_count: number;
                                description: string;
                            }[];
                            emerging_patterns: {
                                pattern: string;
                                memory_count: number;
                                description: string;
                            }[];
                            relationship_insights: {
                                type: string;
                                count: number;
                                description: string;
                            }[];
                            statistics: {
                                total_memories_analyzed: number;
                                memories_returned: number;
                                average_age_hours: number;
                                average_importance: number;
                                total_access_count: number;
                                unique_topics: number;
                            };
                            documents?: {
                                /** Format: uuid */
                                id: string;
                                filename: string;
                                chunk_count: number;
                                created_at: string;
                            }[];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_NOT_FRESH, SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_analysis_summarize: {
        parameters: {
            query?: {
                wait_ms?: number;
                require_fresh?: boolean;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
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
                "application/json": {
                    memory_ids?: string[] | null;
                    /** @default 50 */
                    max_memories?: number;
                    /** @default true */
                    include_relationships?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            summary: string;
                            memory_count: number;
                            memory_types: {
                                [key: string]: number;
                            };
                            relationships: {
                                type: string;
                                count: number;
                                description: string;
                            }[];
                            time_range: {
                                oldest: string | null;
                                newest: string | null;
                                span_hours: number;
                            };
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_NOT_FRESH, SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_analysis_insights: {
        parameters: {
            query?: {
                wait_ms?: number;
                require_fresh?: boolean;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            memory_type_distribution: {
                                [key: string]: number;
                            };
                            statistics: {
                                total_memories: number;
                                memories_last_24h: number;
                                memories_last_week: number;
                                memories_last_month: number;
                                average_importance: number;
                                total_access_count: number;
                            };
                            insights: {
                                name: string;
                                value: string;
                                /** @enum {string} */
                                trend?: "increasing" | "stable" | "decreasing";
                                count?: number;
                            }[];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_POSITION_INVALID, VAL_FIELD_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_NOT_FRESH, SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_personality_personas: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @enum {string} */
                            current_tier: "free" | "standard" | "premium" | "enterprise" | "unlimited";
                            can_add_traits: boolean;
                            can_set_org_default: boolean;
                            personas: {
                                id: string;
                                name: string;
                                category: string;
                                /** @enum {string} */
                                tier_required: "free" | "standard" | "premium" | "enterprise" | "unlimited";
                                icon: string | null;
                                identity: string;
                                voice: string;
                                quirks: string[];
                                boundaries: string[];
                                example_phrases: string[];
                                accessible: boolean;
                                locked_message: string | null;
                            }[];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_personality: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            persona_id: string | null;
                            persona_name: string | null;
                            custom_traits: {
                                /** Format: uuid */
                                id: string;
                                content: string;
                                category: string;
                                is_org_default: boolean;
                            }[];
                            is_org_default: boolean;
                            configured_at: string | null;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_personality: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: string;
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
                "application/json": {
                    persona_id?: string;
                    /** @default false */
                    set_as_org_default?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    /** @description Position of the change. A later request can wait until its results include the change. */
                    "x-loci-position"?: string;
                    /** @description Present if the response was stored by an earlier request with the same idempotency key. */
                    "idempotency-replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            persona_id: string;
                            persona_name: string;
                            is_org_default: boolean;
                            configured_at: string;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_QUOTA_EXCEEDED, BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_personality_awakening: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            briefing: string;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_personality_traits: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: string;
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
                "application/json": {
                    content: string;
                    /** @default custom_instruction */
                    category?: string;
                    /** @default false */
                    set_as_org_default?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    /** @description Position of the change. A later request can wait until its results include the change. */
                    "x-loci-position"?: string;
                    /** @description Present if the response was stored by an earlier request with the same idempotency key. */
                    "idempotency-replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** Format: uuid */
                            id: string;
                            content: string;
                            category: string;
                            is_org_default: boolean;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_QUOTA_EXCEEDED, BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put_personality_traits_trait_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: string;
            };
            path: {
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
                "application/json": {
                    content: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Position of the change. A later request can wait until its results include the change. */
                    "x-loci-position"?: string;
                    /** @description Present if the response was stored by an earlier request with the same idempotency key. */
                    "idempotency-replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** Format: uuid */
                            id: string;
                            content: string;
                            category: string;
                            is_org_default: boolean;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_QUOTA_EXCEEDED, BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_personality_traits_trait_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: string;
            };
            path: {
                trait_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Position of the change. A later request can wait until its results include the change. */
                    "x-loci-position"?: string;
                    /** @description Present if the response was stored by an earlier request with the same idempotency key. */
                    "idempotency-replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @constant */
                            deleted: true;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_webhooks: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            items: {
                                /** Format: uuid */
                                id: string;
                                url: string;
                                description: string;
                                event_types: ("*" | "memory.created" | "memory.updated" | "memory.deleted" | "relationship.created" | "relationship.updated" | "relationship.deleted" | "contradiction.reported" | "contradiction.resolved" | "document.created" | "document.chunks_added" | "document.chunks_removed" | "document.deleted" | "webhook.disabled")[];
                                /** @enum {string} */
                                status: "enabled" | "disabled";
                                disabled_reason: ("user" | "failures" | "gone" | "backlog") | null;
                                disabled_at: string | null;
                                failing_since: string | null;
                                previous_secret_expires_at: string | null;
                                created_at: string;
                                updated_at: string;
                            }[];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_webhooks: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: string;
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
                "application/json": {
                    url: string;
                    event_types: ("*" | "memory.created" | "memory.updated" | "memory.deleted" | "relationship.created" | "relationship.updated" | "relationship.deleted" | "contradiction.reported" | "contradiction.resolved" | "document.created" | "document.chunks_added" | "document.chunks_removed" | "document.deleted" | "webhook.disabled")[];
                    /** @default  */
                    description?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    /** @description Position of the change. A later request can wait until its results include the change. */
                    "x-loci-position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** Format: uuid */
                            id: string;
                            url: string;
                            description: string;
                            event_types: ("*" | "memory.created" | "memory.updated" | "memory.deleted" | "relationship.created" | "relationship.updated" | "relationship.deleted" | "contradiction.reported" | "contradiction.resolved" | "document.created" | "document.chunks_added" | "document.chunks_removed" | "document.deleted" | "webhook.disabled")[];
                            /** @enum {string} */
                            status: "enabled" | "disabled";
                            disabled_reason: ("user" | "failures" | "gone" | "backlog") | null;
                            disabled_at: string | null;
                            failing_since: string | null;
                            previous_secret_expires_at: string | null;
                            created_at: string;
                            updated_at: string;
                            /** @description Signing secret. No other response contains it. */
                            secret: string;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_QUOTA_EXCEEDED, BIZ_REQUEST_IN_PROGRESS, RES_ALREADY_EXISTS */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_webhooks_webhook_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** Format: uuid */
                            id: string;
                            url: string;
                            description: string;
                            event_types: ("*" | "memory.created" | "memory.updated" | "memory.deleted" | "relationship.created" | "relationship.updated" | "relationship.deleted" | "contradiction.reported" | "contradiction.resolved" | "document.created" | "document.chunks_added" | "document.chunks_removed" | "document.deleted" | "webhook.disabled")[];
                            /** @enum {string} */
                            status: "enabled" | "disabled";
                            disabled_reason: ("user" | "failures" | "gone" | "backlog") | null;
                            disabled_at: string | null;
                            failing_since: string | null;
                            previous_secret_expires_at: string | null;
                            created_at: string;
                            updated_at: string;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_webhooks_webhook_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: string;
            };
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Position of the change. A later request can wait until its results include the change. */
                    "x-loci-position"?: string;
                    /** @description Present if the response was stored by an earlier request with the same idempotency key. */
                    "idempotency-replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** Format: uuid */
                            id: string;
                            /** @constant */
                            deleted: true;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patch_webhooks_webhook_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: string;
            };
            path: {
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
                "application/json": {
                    url?: string;
                    event_types?: ("*" | "memory.created" | "memory.updated" | "memory.deleted" | "relationship.created" | "relationship.updated" | "relationship.deleted" | "contradiction.reported" | "contradiction.resolved" | "document.created" | "document.chunks_added" | "document.chunks_removed" | "document.deleted" | "webhook.disabled")[];
                    description?: string;
                    /** @enum {string} */
                    status?: "enabled" | "disabled";
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Position of the change. A later request can wait until its results include the change. */
                    "x-loci-position"?: string;
                    /** @description Present if the response was stored by an earlier request with the same idempotency key. */
                    "idempotency-replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** Format: uuid */
                            id: string;
                            url: string;
                            description: string;
                            event_types: ("*" | "memory.created" | "memory.updated" | "memory.deleted" | "relationship.created" | "relationship.updated" | "relationship.deleted" | "contradiction.reported" | "contradiction.resolved" | "document.created" | "document.chunks_added" | "document.chunks_removed" | "document.deleted" | "webhook.disabled")[];
                            /** @enum {string} */
                            status: "enabled" | "disabled";
                            disabled_reason: ("user" | "failures" | "gone" | "backlog") | null;
                            disabled_at: string | null;
                            failing_since: string | null;
                            previous_secret_expires_at: string | null;
                            created_at: string;
                            updated_at: string;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_webhooks_webhook_id_rotatesecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: string;
            };
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Position of the change. A later request can wait until its results include the change. */
                    "x-loci-position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** Format: uuid */
                            id: string;
                            url: string;
                            description: string;
                            event_types: ("*" | "memory.created" | "memory.updated" | "memory.deleted" | "relationship.created" | "relationship.updated" | "relationship.deleted" | "contradiction.reported" | "contradiction.resolved" | "document.created" | "document.chunks_added" | "document.chunks_removed" | "document.deleted" | "webhook.disabled")[];
                            /** @enum {string} */
                            status: "enabled" | "disabled";
                            disabled_reason: ("user" | "failures" | "gone" | "backlog") | null;
                            disabled_at: string | null;
                            failing_since: string | null;
                            previous_secret_expires_at: string | null;
                            created_at: string;
                            updated_at: string;
                            /** @description Signing secret. No other response contains it. */
                            secret: string;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_REQUEST_IN_PROGRESS, RES_ALREADY_EXISTS */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_webhooks_webhook_id_test: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: string;
            };
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    /** @description Position of the change. A later request can wait until its results include the change. */
                    "x-loci-position"?: string;
                    /** @description Present if the response was stored by an earlier request with the same idempotency key. */
                    "idempotency-replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /**
                             * Format: uuid
                             * @description The header webhook-id of the message is msg_ and this id.
                             */
                            id: string;
                            event_type: string;
                            /** Format: uuid */
                            object_id: string;
                            /** @enum {string} */
                            status: "pending" | "delivered" | "failed";
                            /** @description Started attempts since the creation or the last replay. */
                            attempts: number;
                            next_attempt_at: string | null;
                            attempt_log: {
                                at: string;
                                duration_ms: number;
                                status: number | null;
                                error: ("address_forbidden" | "host_not_found" | "timeout" | "tls_error" | "connection_error" | "secret_unreadable") | null;
                            }[];
                            payload: {
                                [key: string]: unknown;
                            };
                            created_at: string;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_webhooks_webhook_id_deliveries: {
        parameters: {
            query?: {
                status?: "pending" | "delivered" | "failed";
                per_page?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            items: {
                                /**
                                 * Format: uuid
                                 * @description The header webhook-id of the message is msg_ and this id.
                                 */
                                id: string;
                                event_type: string;
                                /** Format: uuid */
                                object_id: string;
                                /** @enum {string} */
                                status: "pending" | "delivered" | "failed";
                                /** @description Started attempts since the creation or the last replay. */
                                attempts: number;
                                next_attempt_at: string | null;
                                attempt_log: {
                                    at: string;
                                    duration_ms: number;
                                    status: number | null;
                                    error: ("address_forbidden" | "host_not_found" | "timeout" | "tls_error" | "connection_error" | "secret_unreadable") | null;
                                }[];
                                payload: {
                                    [key: string]: unknown;
                                };
                                created_at: string;
                            }[];
                            /** @description True if the size limit omitted items. Continue with next_cursor. */
                            truncated: boolean;
                            /** @description Cursor of the next items. Null at the end. */
                            next_cursor: string | null;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_webhooks_webhook_id_deliveries_delivery_id_replay: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: string;
            };
            path: {
                webhook_id: string;
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    /** @description Position of the change. A later request can wait until its results include the change. */
                    "x-loci-position"?: string;
                    /** @description Present if the response was stored by an earlier request with the same idempotency key. */
                    "idempotency-replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /**
                             * Format: uuid
                             * @description The header webhook-id of the message is msg_ and this id.
                             */
                            id: string;
                            event_type: string;
                            /** Format: uuid */
                            object_id: string;
                            /** @enum {string} */
                            status: "pending" | "delivered" | "failed";
                            /** @description Started attempts since the creation or the last replay. */
                            attempts: number;
                            next_attempt_at: string | null;
                            attempt_log: {
                                at: string;
                                duration_ms: number;
                                status: number | null;
                                error: ("address_forbidden" | "host_not_found" | "timeout" | "tls_error" | "connection_error" | "secret_unreadable") | null;
                            }[];
                            payload: {
                                [key: string]: unknown;
                            };
                            created_at: string;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_webhooks_webhook_id_replay: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: string;
            };
            path: {
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
                "application/json": {
                    from: string;
                    to: string;
                    /**
                     * @default [
                     *       "delivered",
                     *       "failed"
                     *     ]
                     */
                    statuses?: ("delivered" | "failed")[];
                };
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    /** @description Position of the change. A later request can wait until its results include the change. */
                    "x-loci-position"?: string;
                    /** @description Present if the response was stored by an earlier request with the same idempotency key. */
                    "idempotency-replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @description Number of messages that are sent again. */
                            replayed: number;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_auth_token: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            access_token: string;
                            /** @constant */
                            token_type: "Bearer";
                            expires_in: number;
                            /** Format: uuid */
                            tenant_id: string;
                            refresh_token: string;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_INVALID_CREDENTIALS */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_auth_refresh: {
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
                "application/json": {
                    refresh_token: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            access_token: string;
                            /** @constant */
                            token_type: "Bearer";
                            expires_in: number;
                            /** Format: uuid */
                            tenant_id: string;
                            refresh_token: string;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_auth_verify: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @constant */
                            valid: true;
                            /** Format: uuid */
                            tenant_id: string;
                            /** Format: uuid */
                            user_id: string;
                            client_id: string;
                            scopes: ("read" | "write" | "profile" | "offline_access")[];
                            permissions: ("read" | "write" | "delete")[];
                            /** @enum {string} */
                            tier: "free" | "standard" | "premium" | "enterprise" | "unlimited";
                            expires_at: string;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_erasures: {
        parameters: {
            query?: {
                limit?: number;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            items: {
                                /** Format: uuid */
                                id: string;
                                /** Format: uuid */
                                user_id: string;
                                /** @enum {string} */
                                status: "running" | "verifying" | "completed";
                                requested_by: string;
                                requested_at: string;
                                completed_at: string | null;
                                stores: {
                                    service: string;
                                    store: string;
                                    /** @description Rows, files or index entries with the data before the deletion. */
                                    found_before: number;
                                    /** @description The same number in the last search. Null before the first search after a deletion. */
                                    found_after: number | null;
                                }[];
                                /** @description Null until the erasure is completed. */
                                receipt: {
                                    /** Format: uuid */
                                    erasure_id: string;
                                    /** Format: uuid */
                                    tenant_id: string;
                                    /** Format: uuid */
                                    user_id: string;
                                    requested_at: string;
                                    completed_at: string;
                                    stores: {
                                        service: string;
                                        store: string;
                                        /** @description Rows, files or index entries with the data before the deletion. */
                                        found_before: number;
                                        /** @description The same number in the last search. Null before the first search after a deletion. */
                                        found_after: number | null;
                                    }[];
                                    /** @description Data that the erasure does not delete. */
                                    retained: {
                                        item: string;
                                        description: string;
                                        count?: number;
                                        until?: string;
                                    }[];
                                    /** @description SHA-256 of the canonical JSON (RFC 8785) of the other fields, as hexadecimal digits. */
                                    digest: string;
                                } | null;
                            }[];
                            /** @description True if the size limit omitted items. Continue with next_cursor. */
                            truncated: boolean;
                            /** @description Cursor of the next items. Null at the end. */
                            next_cursor: string | null;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_erasures: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: string;
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
                "application/json": {
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
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    /** @description Position of the change. A later request can wait until its results include the change. */
                    "x-loci-position"?: string;
                    /** @description Present if the response was stored by an earlier request with the same idempotency key. */
                    "idempotency-replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** Format: uuid */
                            id: string;
                            /** Format: uuid */
                            user_id: string;
                            /** @enum {string} */
                            status: "running" | "verifying" | "completed";
                            requested_by: string;
                            requested_at: string;
                            completed_at: string | null;
                            stores: {
                                service: string;
                                store: string;
                                /** @description Rows, files or index entries with the data before the deletion. */
                                found_before: number;
                                /** @description The same number in the last search. Null before the first search after a deletion. */
                                found_after: number | null;
                            }[];
                            /** @description Null until the erasure is completed. */
                            receipt: {
                                /** Format: uuid */
                                erasure_id: string;
                                /** Format: uuid */
                                tenant_id: string;
                                /** Format: uuid */
                                user_id: string;
                                requested_at: string;
                                completed_at: string;
                                stores: {
                                    service: string;
                                    store: string;
                                    /** @description Rows, files or index entries with the data before the deletion. */
                                    found_before: number;
                                    /** @description The same number in the last search. Null before the first search after a deletion. */
                                    found_after: number | null;
                                }[];
                                /** @description Data that the erasure does not delete. */
                                retained: {
                                    item: string;
                                    description: string;
                                    count?: number;
                                    until?: string;
                                }[];
                                /** @description SHA-256 of the canonical JSON (RFC 8785) of the other fields, as hexadecimal digits. */
                                digest: string;
                            } | null;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_ALREADY_EXISTS, BIZ_QUOTA_EXCEEDED, BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_erasures_erasure_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                erasure_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** Format: uuid */
                            id: string;
                            /** Format: uuid */
                            user_id: string;
                            /** @enum {string} */
                            status: "running" | "verifying" | "completed";
                            requested_by: string;
                            requested_at: string;
                            completed_at: string | null;
                            stores: {
                                service: string;
                                store: string;
                                /** @description Rows, files or index entries with the data before the deletion. */
                                found_before: number;
                                /** @description The same number in the last search. Null before the first search after a deletion. */
                                found_after: number | null;
                            }[];
                            /** @description Null until the erasure is completed. */
                            receipt: {
                                /** Format: uuid */
                                erasure_id: string;
                                /** Format: uuid */
                                tenant_id: string;
                                /** Format: uuid */
                                user_id: string;
                                requested_at: string;
                                completed_at: string;
                                stores: {
                                    service: string;
                                    store: string;
                                    /** @description Rows, files or index entries with the data before the deletion. */
                                    found_before: number;
                                    /** @description The same number in the last search. Null before the first search after a deletion. */
                                    found_after: number | null;
                                }[];
                                /** @description Data that the erasure does not delete. */
                                retained: {
                                    item: string;
                                    description: string;
                                    count?: number;
                                    until?: string;
                                }[];
                                /** @description SHA-256 of the canonical JSON (RFC 8785) of the other fields, as hexadecimal digits. */
                                digest: string;
                            } | null;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_search_hybrid: {
        parameters: {
            query?: {
                wait_ms?: number;
                require_fresh?: boolean;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
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
                "application/json": {
                    query: string;
                    /** @default 20 */
                    limit?: number;
                    /** @default 0.4 */
                    bm25_weight?: number;
                    /** @default 0.4 */
                    vector_weight?: number;
                    /** @default 0.2 */
                    graph_weight?: number;
                    memory_types?: ("fact" | "insight" | "conversation" | "correction" | "reference" | "task" | "checkpoint" | "identity_core" | "personality_trait" | "relationship" | "strategy")[] | null;
                    source_types?: ("direct_input" | "document_upload" | "web_scrape" | "api_import" | "conversation" | "reflection" | "checkpoint" | "checkpoint_recall")[] | null;
                    importance_threshold?: number | null;
                    /** @default true */
                    enable_graph_expansion?: boolean;
                    /** @default 2 */
                    graph_max_depth?: number;
                    /** @default 10 */
                    graph_seed_limit?: number;
                    /** @default 60 */
                    rrf_k?: number;
                    min_score_threshold?: number | null;
                    recency_half_life_days?: number | null;
                    /** @default 0 */
                    include_neighbors?: number;
                    /** @default false */
                    explain?: boolean;
                    include?: ("superseded" | "expired" | "future")[] | null;
                    tags?: string | null;
                    start_date?: (string) | null;
                    end_date?: (string) | null;
                    /** @description Time at which the results were true. */
                    as_of?: (string) | null;
                    /** @description Time at which the states of the results were recorded. */
                    known_at?: (string) | null;
                    /** @description next_cursor of a truncated response, with the same body otherwise. */
                    cursor?: string | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            items: {
                                /** Format: uuid */
                                id: string;
                                content: string;
                                snippet: string;
                                score: number;
                                score_breakdown: {
                                    final_score: number;
                                    bm25_score: number | null;
                                    vector_score: number | null;
                                    graph_score: number | null;
                                    rank_bm25: number | null;
                                    rank_vector: number | null;
                                };
                                metadata: {
                                    memory_type: ("fact" | "insight" | "conversation" | "correction" | "reference" | "task" | "checkpoint" | "identity_core" | "personality_trait" | "relationship" | "strategy") | null;
                                    importance: number | null;
                                    highlight: string | null;
                                    graph_context: {
                                        relationships: {
                                            /** Format: uuid */
                                            to_id: string;
                                            /** @enum {string} */
                                            type: "supersedes" | "updates" | "evolution_of" | "supports" | "contradicts" | "disputes" | "parent_of" | "child_of" | "sibling_of" | "composed_of" | "part_of" | "causes" | "influenced_by" | "prerequisite_for" | "implements" | "documents" | "tests" | "example_of" | "responds_to" | "references" | "inspired_by" | "follows" | "precedes" | "depends_on";
                                            strength: number;
                                        }[];
                                        relationship_count: number;
                                    } | null;
                                };
                                /** @enum {string} */
                                source_type: "direct_input" | "document_upload" | "web_scrape" | "api_import" | "conversation" | "reflection" | "checkpoint" | "checkpoint_recall";
                                tags: string[];
                                created_at: string;
                                occurred_at: string;
                                content_with_context: string | null;
                                chunk_index: number | null;
                                total_chunks: number | null;
                                document_id: string | null;
                                document: {
                                    /** Format: uuid */
                                    id: string;
                                    filename: string | null;
                                    title: string | null;
                                    page: number | null;
                                    section: string | null;
                                    chunk_index: number;
                                    chunk_count: number;
                                } | null;
                                text_changed_since?: boolean;
                                /** @constant */
                                validity?: "superseded";
                                superseded_by?: string | null;
                                explanation?: {
                                    retrievers: {
                                        bm25: {
                                            rank: number | null;
                                            score: number | null;
                                            weight: number;
                                            contribution: number | null;
                                            rank_score: number | null;
                                            own_share: number | null;
                                            terms: {
                                                term: string;
                                                idf: number;
                                                frequency: number;
                                                weight: number;
                                            }[] | null;
                                        } | null;
                                        vector: {
                                            rank: number | null;
                                            score: number | null;
                                            weight: number;
                                            contribution: number | null;
                                            rank_score: number | null;
                                            own_share: number | null;
                                        } | null;
                                        graph: {
                                            rank: number | null;
                                            score: number | null;
                                            weight: number;
                                            contribution: number | null;
                                            received: number;
                                            path: {
                                                steps: {
                                                    /** Format: uuid */
                                                    from_id: string;
                                                    /** Format: uuid */
                                                    to_id: string;
                                                    relationship_id: string | null;
                                                    type: ("supersedes" | "updates" | "evolution_of" | "supports" | "contradicts" | "disputes" | "parent_of" | "child_of" | "sibling_of" | "composed_of" | "part_of" | "causes" | "influenced_by" | "prerequisite_for" | "implements" | "documents" | "tests" | "example_of" | "responds_to" | "references" | "inspired_by" | "follows" | "precedes" | "depends_on" | "conversation") | null;
                                                    strength: number | null;
                                                }[];
                                                transferred: number;
                                            } | null;
                                        } | null;
                                    };
                                    blended_score: number;
                                    neighbors: {
                                        /** Format: uuid */
                                        memory_id: string;
                                        distance: number;
                                        bm25_share: number;
                                        vector_share: number;
                                    }[];
                                    fusion: {
                                        rrf_k: number;
                                        sum: number;
                                        best_possible: number;
                                        fused_score: number;
                                        recency_factor: number;
                                        final_score: number;
                                    };
                                };
                            }[];
                            query: string;
                            analyzed_query: {
                                original: string;
                                /** @constant */
                                search_type: "hybrid";
                                weights: {
                                    bm25: number;
                                    vector: number;
                                    graph: number;
                                };
                                graph_expansion_enabled: boolean;
                            };
                            search_metadata: {
                                /** @constant */
                                search_method: "hybrid_rrf";
                                results_count: number;
                                /** @description True if the size limit omitted items. Continue with next_cursor. */
                                truncated: boolean;
                                /** @description Cursor of the next items. Null at the end. */
                                next_cursor: string | null;
                                stats: {
                                    search_time_ms: number;
                                    bm25_time_ms: number;
                                    vector_time_ms: number;
                                    graph_time_ms: number;
                                    fusion_time_ms: number;
                                    bm25_count: number;
                                    vector_count: number;
                                    graph_count: number;
                                    final_count: number;
                                };
                                degraded: ("bm25" | "vector" | "graph")[];
                                pending_writes: number;
                                knowledge_cloud?: {
                                    nodes: {
                                        /** Format: uuid */
                                        id: string;
                                        label: string;
                                        memory_type: ("fact" | "insight" | "conversation" | "correction" | "reference" | "task" | "checkpoint" | "identity_core" | "personality_trait" | "relationship" | "strategy") | null;
                                        importance: number | null;
                                        score: number;
                                        depth: number;
                                        is_seed: boolean;
                                        version: number | null;
                                        is_active: boolean;
                                    }[];
                                    edges: {
                                        /** Format: uuid */
                                        id: string;
                                        /** Format: uuid */
                                        from_id: string;
                                        /** Format: uuid */
                                        to_id: string;
                                        /** @enum {string} */
                                        type: "supersedes" | "updates" | "evolution_of" | "supports" | "contradicts" | "disputes" | "parent_of" | "child_of" | "sibling_of" | "composed_of" | "part_of" | "causes" | "influenced_by" | "prerequisite_for" | "implements" | "documents" | "tests" | "example_of" | "responds_to" | "references" | "inspired_by" | "follows" | "precedes" | "depends_on";
                                        strength: number;
                                    }[];
                                    stats: {
                                        seed_count: number;
                                        cloud_count: number;
                                        edge_count: number;
                                    };
                                };
                            };
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE, SYS_NOT_FRESH */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_search_whynot: {
        parameters: {
            query?: {
                wait_ms?: number;
                require_fresh?: boolean;
            };
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
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
                "application/json": {
                    /** Format: uuid */
                    memory_id: string;
                    search: {
                        query: string;
                        /** @default 20 */
                        limit?: number;
                        /** @default 0.4 */
                        bm25_weight?: number;
                        /** @default 0.4 */
                        vector_weight?: number;
                        /** @default 0.2 */
                        graph_weight?: number;
                        memory_types?: ("fact" | "insight" | "conversation" | "correction" | "reference" | "task" | "checkpoint" | "identity_core" | "personality_trait" | "relationship" | "strategy")[] | null;
                        source_types?: ("direct_input" | "document_upload" | "web_scrape" | "api_import" | "conversation" | "reflection" | "checkpoint" | "checkpoint_recall")[] | null;
                        importance_threshold?: number | null;
                        /** @default true */
                        enable_graph_expansion?: boolean;
                        /** @default 2 */
                        graph_max_depth?: number;
                        /** @default 10 */
                        graph_seed_limit?: number;
                        /** @default 60 */
                        rrf_k?: number;
                        min_score_threshold?: number | null;
                        recency_half_life_days?: number | null;
                        /** @default 0 */
                        include_neighbors?: number;
                        /** @default false */
                        explain?: boolean;
                        include?: ("superseded" | "expired" | "future")[] | null;
                        tags?: string | null;
                        start_date?: (string) | null;
                        end_date?: (string) | null;
                        /** @description Time at which the results were true. */
                        as_of?: (string) | null;
                        /** @description Time at which the states of the results were recorded. */
                        known_at?: (string) | null;
                        /** @description next_cursor of a truncated response, with the same body otherwise. */
                        cursor?: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            found: boolean;
                            rank: number | null;
                            reason: ("not_found" | "superseded" | "expired" | "filtered" | "not_indexed_yet" | "below_min_score" | "outranked" | "no_match") | null;
                            evidence: {
                                superseded_by?: string | null;
                                superseded_at?: string;
                                valid_until?: string;
                                filters?: {
                                    /** @enum {string} */
                                    filter: "memory_types" | "source_types" | "importance_threshold" | "tags" | "start_date" | "end_date" | "include";
                                    required: string | number | string[];
                                    actual: string | number | string[];
                                }[];
                                memory_revision?: number;
                                indexed_revision?: number | null;
                                /** @enum {string} */
                                embedding_status?: "pending" | "completed" | "failed";
                                min_score_threshold?: number;
                                ranking?: {
                                    rank: number | null;
                                    limit: number;
                                    final_score: number | null;
                                    last_score: number | null;
                                    recency_factor: number;
                                    window: number;
                                    retrievers: {
                                        bm25: {
                                            rank: number | null;
                                            score: number | null;
                                            weight: number;
                                            contribution: number | null;
                                            needed_rank: number | null;
                                            search_rank: number | null;
                                            window_score: number | null;
                                        } | null;
                                        vector: {
                                            rank: number | null;
                                            score: number | null;
                                            weight: number;
                                            contribution: number | null;
                                            needed_rank: number | null;
                                            search_rank: number | null;
                                            window_score: number | null;
                                        } | null;
                                        graph: {
                                            rank: number | null;
                                            score: number | null;
                                            weight: number;
                                            contribution: number | null;
                                            needed_rank: number | null;
                                        } | null;
                                    };
                                };
                            };
                            degraded: ("bm25" | "vector" | "graph")[];
                            pending_writes: number;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_INSUFFICIENT_PERMISSIONS, AUTH_FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE, SYS_NOT_FRESH */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_suggestions_suggestion_id_resolve: {
        parameters: {
            query?: never;
            header?: {
                /** @description Positions of earlier writes, separated by commas. */
                "x-loci-min-position"?: string;
                /** @description A unique value for the request. A retry with the same key returns the stored response. */
                "Idempotency-Key"?: string;
            };
            path: {
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
                "application/json": {
                    /** @enum {string} */
                    action: "merge" | "supersede" | "relate" | "dismiss";
                    content?: string | null;
                    keep_id?: string | null;
                    relationship_type?: ("supersedes" | "updates" | "evolution_of" | "supports" | "contradicts" | "disputes" | "parent_of" | "child_of" | "sibling_of" | "composed_of" | "part_of" | "causes" | "influenced_by" | "prerequisite_for" | "implements" | "documents" | "tests" | "example_of" | "responds_to" | "references" | "inspired_by" | "follows" | "precedes" | "depends_on") | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Position of the change. A later request can wait until its results include the change. */
                    "x-loci-position"?: string;
                    /** @description Present if the response was stored by an earlier request with the same idempotency key. */
                    "idempotency-replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** Format: uuid */
                            id: string;
                            /** @enum {string} */
                            kind: "duplicate" | "contradiction";
                            score: number;
                            evidence: {
                                cosine: number;
                                shared_terms: number;
                                difference: ("negation" | "number" | "date" | "antonym" | "order" | "value") | null;
                            };
                            /** @enum {string} */
                            status: "open" | "resolved" | "dismissed";
                            detected_at: string;
                            memory: {
                                /** Format: uuid */
                                id: string;
                                content: string;
                                created_at: string;
                            };
                            other: {
                                /** Format: uuid */
                                id: string;
                                content: string;
                                created_at: string;
                            };
                            resolution: {
                                /** @enum {string} */
                                action: "merge" | "supersede" | "relate" | "dismiss";
                                result_id: string | null;
                                resolved_at: string;
                                resolved_by: string;
                            } | null;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RES_ALREADY_EXISTS, BIZ_QUOTA_EXCEEDED, BIZ_REQUEST_IN_PROGRESS */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_FIELD_TOO_LONG */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID, VAL_IDEMPOTENCY_KEY_INVALID, VAL_IDEMPOTENCY_KEY_REUSED, VAL_POSITION_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_audit: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
                user_id?: string;
                key_id?: string;
                operation?: string;
                action?: "create" | "update" | "delete";
                /** @example memory */
                object_type?: "memory" | "relationship" | "contradiction" | "suggestion" | "document" | "artifact" | "webhook" | "api_key" | "member" | "invitation" | "connection" | "tenant" | "signing_key" | "erasure";
                object_id?: string;
                request_id?: string;
                /** @example 10 */
                limit?: number;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            items: {
                                /** Format: date-time */
                                at: string;
                                /** Format: uuid */
                                id: string;
                                user_id: string;
                                client_id: string;
                                key_id: string | null;
                                /** @enum {string} */
                                via: "key" | "oauth" | "session" | "operator" | "system";
                                request_id: string;
                                operation: string;
                                /** @enum {string} */
                                action: "create" | "update" | "delete";
                                /** @enum {string} */
                                object_type: "memory" | "relationship" | "contradiction" | "suggestion" | "document" | "artifact" | "webhook" | "api_key" | "member" | "invitation" | "connection" | "tenant" | "signing_key" | "erasure";
                                object_ids: string[];
                            }[];
                            /** @description True if the size limit omitted items. Continue with next_cursor. */
                            truncated: boolean;
                            /** @description Cursor of the next items. Null at the end. */
                            next_cursor: string | null;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_audit_export: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
                user_id?: string;
                key_id?: string;
                operation?: string;
                action?: "create" | "update" | "delete";
                object_type?: "memory" | "relationship" | "contradiction" | "suggestion" | "document" | "artifact" | "webhook" | "api_key" | "member" | "invitation" | "connection" | "tenant" | "signing_key" | "erasure";
                object_id?: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": unknown;
                };
            };
            /** @description AUTH_UNAUTHORIZED, AUTH_TOKEN_EXPIRED, AUTH_TOKEN_INVALID */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description AUTH_FORBIDDEN, AUTH_INSUFFICIENT_PERMISSIONS */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description VAL_VALIDATION_FAILED, VAL_FIELD_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BIZ_RATE_LIMIT_EXCEEDED */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request line and the headers exceed 16 KiB. The response has no body. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SYS_SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
