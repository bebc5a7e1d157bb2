import express from 'express';
import type { Router } from 'express';
import type { ListedMemory } from '../memories/memory-item.pages.ts';
import type { PortalPages } from '../pages/portal-page.ts';
import { requireSignIn } from '../sign-in/require-sign-in.ts';
import type { SignedInDeps, SignedInRequest } from '../sign-in/require-sign-in.ts';
import { readBrowseFilter, readCursor } from './browse-filter.ts';
import { conversationPage, conversationsPage } from './conversation.pages.ts';
import type { ListedConversation } from './conversation.pages.ts';

const CONVERSATIONS_PER_PAGE = 25;
const MEMORIES_PER_PAGE = 50;

/** Serves `/memories/conversations`: all conversations, and with the parameter `id`, the timeline of one of them. */
export function conversationRouter(deps: SignedInDeps & { pages: PortalPages }): Router {
  const { pages } = deps;
  const router = express.Router();

  async function showConversations(signedIn: SignedInRequest, cursor: string | null): Promise<void> {
    const { items, next_cursor: nextCursor } = await signedIn.api.request<{
      items: ListedConversation[];
      next_cursor: string | null;
    }>({
      path: '/api/v2/conversations',
      query: { limit: String(CONVERSATIONS_PER_PAGE), ...(cursor !== null && { cursor }) },
    });
    pages.show(signedIn, {
      title: signedIn.locale.texts.browse.conversations.title,
      current: 'memories',
      body: conversationsPage({ conversations: items, cursor, nextCursor }, signedIn.locale),
    });
  }

  async function showConversation(
    signedIn: SignedInRequest,
    id: string,
    cursor: string | null,
  ): Promise<void> {
    const { items, pagination } = await signedIn.api.request<{
      items: ListedMemory[];
      pagination: { total: number; total_is_exact: boolean; next_cursor: string | null };
    }>({
      path: '/api/v2/memories',
      query: {
        conversation_id: id,
        sort: 'created_at',
        per_page: String(MEMORIES_PER_PAGE),
        ...(cursor !== null && { cursor }),
      },
    });
    const page = {
      id,
      memories: items,
      total: pagination.total,
      isTotalExact: pagination.total_is_exact,
      cursor,
      nextCursor: pagination.next_cursor,
    };
    pages.show(signedIn, {
      title: signedIn.locale.texts.browse.conversations.one,
      current: 'memories',
      body: conversationPage(page, signedIn.locale),
    });
  }

  router.get(
    '/memories/conversations',
    requireSignIn(deps, (signedIn) => {
      const { query } = signedIn.request;
      const cursor = readCursor(query);
      const { conversation: id } = readBrowseFilter({ conversation: query['id'] });
      return id === null ? showConversations(signedIn, cursor) : showConversation(signedIn, id, cursor);
    }),
  );
  return router;
}
