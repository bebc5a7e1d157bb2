import type { Texts } from '../texts/texts.ts';

/** Sections of the portal. Their labels are in the texts of the layout. */
export type Section =
  'search' | 'memories' | 'graph' | 'inbox' | 'documents' | 'keys' | 'people' | 'workspace';

interface NavigationGroup {
  heading?: keyof Texts['layout'];
  sections: readonly { section: Section; path: string }[];
}

/** All sections in the order of the navigation. */
export const NAVIGATION: readonly NavigationGroup[] = [
  {
    sections: [
      { section: 'search', path: '/' },
      { section: 'memories', path: '/memories' },
      { section: 'graph', path: '/graph' },
      { section: 'inbox', path: '/inbox' },
      { section: 'documents', path: '/documents' },
    ],
  },
  {
    heading: 'administration',
    sections: [
      { section: 'keys', path: '/keys' },
      { section: 'people', path: '/members' },
      { section: 'workspace', path: '/workspace' },
    ],
  },
];
