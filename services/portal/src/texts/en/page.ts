/** Texts of controls that occur on several pages. */
export const page = {
  copy: 'Copy',
  copied: 'Copied',
  cancel: 'Cancel',
  stored: 'stored',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  firstPage: 'First page',
  action: 'Action',
  never: 'Never',
  ownersOnly: {
    title: 'Only owners can use this page',
    text: 'Your role in this workspace does not include its administration. Ask an owner of the workspace if you need a change here.',
    button: 'Back to your memories',
  },
  roles: { owner: 'Owner', member: 'Member', viewer: 'Viewer' },
};
