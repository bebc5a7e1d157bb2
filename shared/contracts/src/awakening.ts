/** Sections of `POST /api/v2/context` that the tool `awaken` returns in addition to the briefing, which has the others. */
export const AWAKENING_SECTIONS = ['pinned', 'contradictions', 'memories'] as const;
