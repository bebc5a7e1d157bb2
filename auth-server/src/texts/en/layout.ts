/** Texts of the frame around each page, and of several pages. */
export const layout = {
  skip: 'Skip to content',
  navigation: 'Main',
  menu: 'Menu',
  language: 'Language',
  documentation: 'Documentation',
  privacy: 'Privacy',
  terms: 'Terms',
  home: 'Go to the start page',
  roles: { owner: 'owner', member: 'member', viewer: 'viewer' },
};
