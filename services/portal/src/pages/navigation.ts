import type { Texts } from '../texts/texts.ts';

/** Sections of the portal. Their labels are in the texts of the layout. */
export type Section =
  | 'search'
  | 'memories'
  | 'graph'
  | 'inbox'
  | 'documents'
  | 'artifacts'
  | 'connect'
  | 'connections'
  | 'briefing'
  | 'personas'
  | 'contexts'
  | 'people'
  | 'keys'
  | 'webhooks'
  | 'audit'
  | 'workspace';

interface NavigationGroup {
  heading?: keyof Texts['layout'];
  sections: readonly {
    section: Section;
    path: string;
    /** True if only owners can use the section. */
    ownersOnly?: boolean;
  }[];
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
      { section: 'artifacts', path: '/artifacts' },
    ],
  },
  {
    heading: 'assistants',
    sections: [
      { section: 'connect', path: '/connect' },
      { section: 'connections', path: '/connections' },
      { section: 'briefing', path: '/briefing' },
      { section: 'personas', path: '/personas' },
      { section: 'contexts', path: '/contexts' },
    ],
  },
  {
    heading: 'administration',
    sections: [
      { section: 'people', path: '/people', ownersOnly: true },
      { section: 'keys', path: '/keys' },
      { section: 'webhooks', path: '/webhooks', ownersOnly: true },
      { section: 'audit', path: '/audit', ownersOnly: true },
      { section: 'workspace', path: '/workspace' },
    ],
  },
];
