/** Texts of controls that occur on several pages. */
export const page = {
  copy: 'Copy',
  copied: 'Copied',
  cancel: 'Cancel',
  stored: 'stored',
};
